import { expect } from 'chai';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import oembed from '../../../plugins/oembed/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { buildFullSite } from '../../support/full-site.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

describe('addresses of items in texts', () => {
  let site: ContentSite;
  let renderer: Renderer;

  before(async () => {
    site = await buildContentSite([oembed]);
    await site.options.set('permalink_structure', '/%postname%/');
    for (const name of ['fish', 'salt', 'pepper']) await site.publish({ title: `About "${name}" <b>`, name });
    await site.publish({ title: 'Locked', name: 'locked', password: 'rope' });
    await site.publish({ title: 'Private', name: 'private', status: 'private' });
    await site.posts.insert({ title: 'Draft', name: 'draft' });
    renderer = site.generation.services.get('spec', Renderer);
  });
  after(() => site.generation.dispose());

  const render = async (content: string) => renderer.content(content, null);
  const link = (name: string) => `http://localhost/${name}/`;

  it('become quotations with links and frames where they stand alone in a line, a paragraph or an embed block', async () => {
    for (const content of [
      `a\n\n  ${link('fish')}  \n\nb`,
      `<p class="c">\n${link('fish')} </p>`,
      `<!-- wp:embed -->\n<figure><div>\n${link('fish')}\n</div></figure>\n<!-- /wp:embed -->`,
    ]) {
      const markup = await render(content);
      expect(markup, content).to.match(/<blockquote class="cms-embedded-content" data-secret="\w{10}">/);
      expect(markup, content).to.include(`<a href="${link('fish')}">About &#8220;fish&#8221;</a>`);
      expect(markup, content).to.match(/<iframe [^>]*src="http:\/\/localhost\/fish\/embed\/#\?secret=\w{10}"/);
    }
  });

  it('become them in the shortcode, too, in the width that it asks for', async () => {
    const whole = await buildFullSite();
    try {
      const { services, server } = whole.generation;
      const { id } = await services.get('spec', PostStore).insert({ title: 'Fish', name: 'fish', status: 'publish' });
      const of = (query: string) =>
        services.get('spec', Renderer).content(`[embed width="300"]${server.site.home}/${query}[/embed]`, null);
      expect(await of(`?p=${id}`)).to.match(/<blockquote class="cms-embedded-content".*<iframe [^>]*width="300"/s);
      expect(await of('?p=999')).to.match(/^<p><a href=/);
    } finally {
      await whole.close();
    }
  });

  it('stay as they are written within other text, in tags, and below other addresses', async () => {
    for (const content of [
      `see ${link('fish')}`,
      `<a href="\n${link('fish')}\n">a</a>`,
      `<a title=\n${link('fish')}\n>a</a>`,
      `<li>${link('fish')}</li>`,
      link('fish').replace('localhost', 'elsewhere.example'),
      `${link('fish')}more/`,
      'http://localhost',
    ]) {
      expect(await render(content), content).to.not.include('<blockquote');
    }
  });

  it('tell nothing of items that are not for everybody', async () => {
    for (const name of ['locked', 'private', 'draft']) {
      const markup = await render(link(name));
      expect(markup).to.include(link(name)).and.not.include('<blockquote');
    }
  });

  it('are looked up together, and no more than twenty of a text', async () => {
    const { statements } = site.database;
    const counted = async (content: string) => {
      const before = statements.count;
      const markup = await render(content);
      return [statements.count - before, markup.split('<blockquote').length - 1];
    };
    const three = ['fish', 'salt', 'pepper'].map(link).join('\n');
    await render(three);
    const one = await counted(link('fish'));
    const [count, shown] = await counted(three);
    expect([one[1], shown]).to.deep.equal([1, 3]);
    expect(count).to.equal(one[0]);
    expect(await counted(`${link('fish')}\n`.repeat(30))).to.deep.equal([one[0], 20]);
  });

  for (const piece of [
    'http://localhost/a/\n',
    '<p>http://localhost/a/',
    ' http://localhost/a/ ',
    '<http://localhost/\n',
  ]) {
    it(`are found in time in proportion to a text of ${JSON.stringify(piece)}`, async () => {
      const { autoembed } = await import('../../../plugins/oembed/autoembed.ts');
      const none = {
        site: site.generation.server.site,
        posts: { query: () => ({ posts: [] }) },
        types: { all: () => [] },
      };
      expectProportionalTime(
        filledWith(piece),
        (text) => void autoembed(text, { source: text, post: null }, none as never).catch(() => undefined),
      );
    });
  }
});
