import { expect } from 'chai';
import { RequestContext } from '../../../core/index.ts';
import { parseBlocks, Renderer } from '../../../plugins/content-rendering/index.ts';
import type { Post } from '../../../plugins/posts/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { buildListSite, type ListSite } from '../query-blocks/list-site.ts';

describe('the blocks of an item', () => {
  let site: ListSite;
  let renderer: Renderer;
  let post: Post;

  before(async () => {
    site = await buildListSite();
    const { services } = site.generation;
    renderer = services.get('spec', Renderer);
    const user = { login: 'ann', email: 'ann@example.org', password: 'x', displayName: 'Ann & O', url: '' };
    const author = await services
      .get('spec', UserStore)
      .create({ ...user, description: '<b>Hi</b><script>x</script>' });
    post = await site.publish({ title: 'One <em>&</em> <script>x</script>', content: 'Some words', author: author.id });
  });
  after(() => site.generation.dispose());

  /** Renders blocks in the content of an item, or as a part of nothing with an item as their context. */
  const inItem = (content: string, item: Post = post, url?: string) => {
    const http = { tls: false, serverName: 'x', remoteAddress: 'x', url, cookie: () => undefined };
    return renderer.content(content, item, { request: new RequestContext({ http }) });
  };
  const of = (content: string, postId: unknown) =>
    renderer.blocks(parseBlocks(content), { source: content, post: null }, { postId });
  const block = (name: string, attributes: object = {}) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
  const ALL = 'post-title post-date post-excerpt post-content post-author post-author-biography post-terms read-more'
    .split(' ')
    .map((name) => block(name, { term: 'category' }))
    .join('');

  it('show nothing of an item that is not published, that there is not, and of none', async () => {
    const draft = await site.posts.insert({ title: 'Draft', content: 'secret', status: 'draft' });
    const hidden = await site.publish({ title: 'Own', content: 'secret', status: 'private' });
    const kept = await site.publish({ title: 'Kept', content: 'secret', type: 'cms_block' });
    for (const id of [draft.id, hidden.id, kept.id, 99_999, 0, -1, 1.5, 'x', null, {}, undefined]) {
      expect(await of(ALL, id), String(id)).to.equal('');
    }
    expect(await inItem(block('post-title'), draft)).to.equal('<h2 class="cms-block-post-title">Draft</h2>');
  });

  it('show of an item with a password elsewhere no more than its title', async () => {
    const locked = await site.publish({ title: 'Locked', content: 'secret', excerpt: 'secret', password: 'x' });
    const shown = await of(ALL, locked.id);
    expect(shown).to.contain('Protected: Locked').and.not.to.contain('secret');
    expect(await inItem(block('post-excerpt'), locked)).to.contain('secret');
  });

  it('write titles with a little markup, at the level that is asked for', async () => {
    expect(await of(block('post-title', { level: 0, textAlign: 'left"' }), post.id)).to.equal(
      '<p class="has-text-align-left&quot; cms-block-post-title">One <em>&#038;</em> x</p>',
    );
    for (const level of [7, 1.5, -1]) expect(await of(block('post-title', { level }), post.id)).to.match(/^<h2/);
    expect(await of(block('post-title', { isLink: true, rel: 'me"', linkTarget: '"x' }), post.id)).to.contain(
      '" target="&quot;x" rel="me&quot;">',
    );
  });

  it('write dates by the format of the block, as text', async () => {
    const format = '\\<\\b>Y';
    expect(await of(block('post-date', { format }), post.id)).to.equal(
      '<div class="cms-block-post-date"><time datetime="2026-01-02T03:04:05+00:00">&lt;b&gt;2026</time></div>',
    );
  });

  it('show when an item was changed only where that was later than it was published', async () => {
    const modified = block('post-date', { displayType: 'modified', format: 'Y-m-d' });
    const changed = await site.publish({ title: 'Changed' });
    await site.posts.update(changed.id, { title: 'Changed since' });
    expect(await of(modified, changed.id)).to.contain('>2026-03-14<');
    expect(await of(modified, post.id)).to.equal('');
  });

  it('write names as text, and what there is to say of an author with a little markup', async () => {
    const shown = await of(block('post-author', { byline: '<i>By</i><script>', showBio: true, isLink: true }), post.id);
    expect(shown).to.contain('<i>By</i></p>').and.to.contain('>Ann &amp; O</a>').and.to.contain('<b>Hi</b>');
    expect(shown).not.to.contain('script');
    expect(await of(block('post-author-biography'), post.id)).to.equal(
      '<div class="cms-block-post-author-biography"><b>Hi</b>x</div>',
    );
  });

  it('are those of the interface, and newer ones by an option', async () => {
    expect(await of(block('post-author-name'), post.id)).to.equal('');
    const newer = await buildListSite({ options: { 'post-blocks': { newer_blocks: true } } });
    const { services } = newer.generation;
    const ann = await services.get('spec', UserStore).create({ login: 'ann', email: 'a@example.org', password: 'x' });
    const { id } = await newer.publish({ title: 'By Ann', author: ann.id });
    const content = block('post-author-name', { isLink: true, linkTarget: '_blank' });
    const shown = services.get('spec', Renderer).content(content, (await newer.posts.byId(id))!);
    expect((await shown).trim()).to.equal(
      '<div class="cms-block-post-author-name"><a href="http://localhost/author/ann/" target="_blank" ' +
        'class="cms-block-post-author-name__link">ann</a></div>',
    );
    await newer.generation.dispose();
  });

  it('show the terms of taxonomies that everybody may see alone', async () => {
    const format = (await site.terms.create('post_format', 'aside', { slug: 'post-format-aside' })).id;
    const tag = (await site.terms.create('post_tag', 'A & B')).id;
    await site.terms.setObjectTerms(post.id, 'post_tag', [tag]);
    await site.terms.setObjectTerms(post.id, 'post_format', [format]);
    expect(await of(block('post-terms', { term: 'post_tag', prefix: '<b>In</b><script>' }), post.id)).to.match(
      /__prefix"><b>In<\/b><\/span><a href="[^"]+" rel="tag">A &amp; B<\/a>/,
    );
    for (const term of ['nav_menu', 'cms_theme', 'nothing', '__proto__', '']) {
      expect(await of(block('post-terms', { term }), post.id), term).to.equal('');
    }
  });

  it('show a content as far as its mark, and close what is open there', async () => {
    const content =
      '<!-- wp:group --><div class="a"><!-- wp:paragraph --><p>First</p><!-- /wp:paragraph -->' +
      '<!-- wp:more {"customText":"On <i>and</i> on"} --><!--more On <i>and</i> on--><!-- /wp:more --><p>Rest</p></div><!-- /wp:group -->';
    const item = await site.publish({ title: 'Long', content });
    const shown = await of(block('post-content'), item.id);
    expect(shown).to.match(
      /^<div class="[^"]*entry-content [^"]+"><div class="a[^"]*"><p>First<\/p> <a href="[^"]+#more-\d+" class="more-link">On and on<\/a><\/div><\/div>$/,
    );
    const pages = await site.publish({
      title: 'Pages',
      content: '<!--nextpage-->One\n<!--nextpage-->\nTwo<!--more-->',
    });
    expect(await of(block('post-content'), pages.id)).to.match(/><p>One<\/p>\n<\/div>$/);
  });

  it('end where an item shows itself, and where items show each other', async () => {
    const one = await site.publish({ title: 'Uno' });
    const two = await site.publish({ title: 'Due' });
    const both = `<!-- wp:query {"query":{"perPage":9,"exclude":[${post.id}]}} --><!-- wp:post-template -->(<!-- wp:post-content /-->)<!-- /wp:post-template --><!-- /wp:query -->`;
    for (const { id } of [one, two]) await site.posts.update(id, { content: both });
    const shown = await inItem(both, (await site.posts.byId(one.id))!);
    expect(shown.match(/<li/g)!.length).to.be.greaterThan(4).and.lessThan(1001);
  });

  it('link to the item before and after on the page of an item, and nowhere else', async () => {
    const [first, second] = [
      await site.publish({ title: 'First of two', date: '2001-01-01 00:00:00' }),
      await site.publish({ title: 'Second of two', date: '2001-01-02 00:00:00' }),
    ];
    const url = new URL((await site.get(`/cms/v2/posts/${first.id}`)).json.link);
    const link = block('post-navigation-link', { showTitle: true, linkLabel: true, label: 'On<script>' });
    expect(await inItem(link, first, `${url.pathname}${url.search}`)).to.match(
      /^<div class="post-navigation-link-next cms-block-post-navigation-link"><a href="[^"]+" rel="next"><span class="post-navigation-link__label">On<\/span> <span class="post-navigation-link__title">Second of two<\/span><\/a><\/div>/,
    );
    expect(await inItem(link, first, '/elsewhere/')).to.equal('');
    expect(await inItem(link, first)).to.equal('');
    expect(
      await inItem(block('post-navigation-link', { type: 'previous' }), first, url.pathname + url.search),
    ).to.equal('');
    expect(await inItem(block('post-navigation-link', { type: 'x' }), second, url.pathname + url.search)).to.equal('');
  });

  it('are rendered whatever an author wrote', async () => {
    const names =
      'level width height sizeSlug dimRatio gradient overlayColor term separator prefix suffix content format moreText label byline avatarSize justifyContent textAlign style layout'.split(
        ' ',
      );
    for (const value of [null, true, -1, 1e99, '"><script>', ['x'], { a: { b: 1 } }]) {
      const attributes = Object.fromEntries(names.map((name) => [name, value]));
      const blocks = 'title date excerpt content author author-biography terms featured-image navigation-link'.split(
        ' ',
      );
      const content = blocks.map((name) => block(`post-${name}`, attributes)).join('') + block('read-more', attributes);
      const shown = await of(content, post.id);
      expect(shown).to.contain('cms-block-post-title').and.not.to.contain('<script');
    }
  });
});
