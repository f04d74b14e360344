import { expect } from 'chai';
import { RequestContext } from '../../../core/index.ts';
import avatars from '../../../plugins/avatars/index.ts';
import blockSupports from '../../../plugins/block-supports/index.ts';
import { parseBlocks, Renderer } from '../../../plugins/content-rendering/index.ts';
import siteBlocks from '../../../plugins/site-blocks/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { renderBlock } from '../dynamic-blocks/render-block.ts';

describe('blocks of the site', () => {
  let site: ContentSite;
  const render = (name: string, attributes?: Record<string, unknown>) => renderBlock(site, name, attributes);
  /** The markup of blocks for a user, in an item or in none. */
  const show = async (content: string, { user = site.as('none'), id = 0 } = {}) => {
    const post = id === 0 ? null : await site.posts.byId(id);
    const [block] = parseBlocks(content);
    const request = new RequestContext({ user });
    return site.generation.services.get('spec', Renderer).block(block!, post, { request });
  };

  before(async () => {
    site = await buildContentSite([blockSupports, avatars, siteBlocks]);
  });
  after(() => site.generation.dispose());

  it('the tagline is shown once there is one, escaped', async () => {
    expect(await render('site-tagline')).to.equal('');
    await site.options.set('blogdescription', 'Fish <b> & chips');
    expect(await render('site-tagline', { textAlign: 'center' })).to.equal(
      '<p class="has-text-align-center cms-block-site-tagline">Fish &lt;b&gt; &amp; chips</p>',
    );
  });

  it('the name of the site is a heading of the level that is asked for, else a paragraph', async () => {
    expect(await render('site-title', { level: 3, isLink: false })).to.match(/^<h3 class="cms-block-site-title">/);
    expect(await render('site-title', { level: 9 })).to.match(/^<p /);
  });

  it('a site without a logo, and one whose logo is gone, shows none', async () => {
    expect(await render('site-logo')).to.equal('');
    await site.options.set('site_logo', 99_999);
    expect(await render('site-logo')).to.equal('');
  });

  describe('the link to sign in or out', () => {
    const visitor = { id: 0, can: () => false };

    it('leads visitors to the form and back to the item, and users out', async () => {
      const { id } = await site.publish({ title: 'Here' });
      expect(await show('<!-- wp:loginout /-->', { user: visitor, id })).to.equal(
        '<div class="logged-out cms-block-loginout"><a href="http://localhost/cms-login.php?redirect_to=http%3A%2F%2Flocalhost%2F2026%2F01%2F02%2Fhere%2F">Log in</a></div>',
      );
      expect(await show('<!-- wp:loginout {"redirectToCurrent":false} /-->', { user: site.as('editor'), id })).to.equal(
        '<div class="logged-in cms-block-loginout"><a href="http://localhost/cms-login.php?action=logout">Log out</a></div>',
      );
    });

    it('is a form for visitors alone, if requested', async () => {
      const block = '<!-- wp:loginout {"displayLoginAsForm":true} /-->';
      const form = await show(block, { user: visitor });
      expect(form).to.contain('class="logged-out has-login-form cms-block-loginout"');
      expect(form).to.contain('action="http://localhost/cms-login.php" method="post"').and.contain('name="pwd"');
      expect(await show(block, { user: site.as('editor') })).to.not.contain('<form');
    });
  });

  describe('a link to a page at a service', () => {
    it('is one of mail for an email address, and by HTTPS where no scheme is given', async () => {
      expect(await render('social-link', { service: 'mail', url: 'me@example.org' })).to.contain('href="mailto:me@');
      expect(await render('social-link', { service: 'github', url: 'github.example/me' })).to.contain(
        'href="https://github.example/me"',
      );
    });

    it('is left out without an address that may be linked', async () => {
      for (const url of [undefined, '', 'javascript:alert(1)'])
        expect(await render('social-link', { url })).to.equal('');
    });

    it('bears no colour that is more than one', async () => {
      const content =
        '<!-- wp:social-links {"iconColorValue":"red;background:url(//a)"} --><ul><!-- wp:social-link {"url":"a.example"} /--></ul><!-- /wp:social-links -->';
      expect(await show(content))
        .to.not.contain('background')
        .and.not.contain('style');
    });
  });

  describe('an avatar', () => {
    it('is that of the author of the item, and of nobody where there is none', async () => {
      const users = site.generation.services.get('spec', UserStore);
      const { id: author } = await users.create({
        login: 'ann',
        email: 'ann@example.org',
        displayName: 'Ann',
        roles: [],
      });
      const { id } = await site.publish({ title: 'By Ann', author });
      const shown = await show('<!-- wp:avatar {"size":40,"isLink":true} /-->', { id });
      expect(shown).to.contain("alt='Ann Avatar'").and.contain('href="http://localhost/author/ann/"');
      expect(shown).to.match(/src='[^']*\?s=40&#038;d|src='[^']*\?s=40&amp;d/);
      expect(await render('avatar'))
        .to.contain('avatar-default')
        .and.contain("alt=' Avatar'");
    });

    it('of a user who has published nothing is that of nobody', async () => {
      const users = site.generation.services.get('spec', UserStore);
      const { id: userId } = await users.create({
        login: 'bob',
        email: 'bob@example.org',
        displayName: 'Bob',
        roles: [],
      });
      expect(await render('avatar', { userId }))
        .to.contain('avatar-default')
        .and.not.contain('Bob');
    });

    it('has a size between 1 and 1024 pixels, whatever is asked for', async () => {
      expect(await render('avatar', { size: -5 })).to.contain("width='1'");
      expect(await render('avatar', { size: 1e9 })).to.contain("width='1024'");
    });

    it('is not shown on a site without avatars', async () => {
      await site.options.set('show_avatars', '0');
      expect(await render('avatar')).to.equal('');
    });
  });
});
