import { expect } from 'chai';
import type { Post } from '../../../plugins/posts/index.ts';
import { ThemeSite, type Visitor } from './theme-site.ts';

const LONG = 'First words\n\n<!--nextpage-->\n\nSecond words\n<!--nextpage-->Third “words”';
const BLOCKS = [
  '<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:paragraph -->\n<p>Two</p>\n<!-- /wp:paragraph -->',
].join('\n\n<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->\n\n');

describe('the pages of an item', () => {
  let site: ThemeSite;
  let visitor: Visitor;
  let long: Post;

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    long = await site.publish({ title: 'Long', content: LONG });
  });
  after(() => site.close());

  const OWN = '/2026/01/02/long/';
  const content = async (path: string, by = visitor): Promise<string> =>
    /<div class="entry-content">(.*?)<\/div>\n/s.exec((await by.ask(path)).text)?.[1]?.trim() ?? '';
  const links = async (path: string): Promise<string> =>
    (/<p class="post-nav-links">.*?<\/p>/s.exec((await visitor.ask(path)).text)?.[0] ?? '').replaceAll(site.url, '');
  const leads = async (path: string): Promise<string> => {
    const { status, location } = await visitor.ask(path);
    return status === 301 ? location! : `${status}`;
  };

  it('are shown one by one, with links to all of them', async () => {
    expect(await content(OWN)).to.equal('<p>First words</p>');
    expect(await content(`${OWN}2/`)).to.equal('<p>Second words</p>');
    expect(await content(`${OWN}3/`)).to.equal('<p>Third “words”</p>');
    expect(await links(`${OWN}2/`)).to.equal(
      `<p class="post-nav-links">Pages: <a href="${OWN}" class="post-page-numbers">1</a> ` +
        '<span class="post-page-numbers current" aria-current="page">2</span> ' +
        `<a href="${OWN}3/" class="post-page-numbers">3</a></p>`,
    );
    const { text } = await visitor.ask(`${OWN}2/`);
    expect(text).to.include(`<link rel="canonical" href="${site.url}${OWN}2/">`).and.include('<title>Long – Page 2');
    expect(await visitor.main(OWN)).to.not.include('nextpage');
  });

  it('have one address each, and none past the last', async () => {
    expect(await leads(`${OWN}1/`)).to.equal(OWN);
    expect(await leads(`${OWN}2`)).to.equal(`${OWN}2/`);
    expect(await leads(`/?p=${long.id}&page=2`)).to.equal(`${OWN}2/`);
    expect(await leads(`${OWN}?page=3`)).to.equal(`${OWN}3/`);
    expect(await leads(`${OWN}4/`)).to.equal(OWN);
    expect(await leads(`${OWN}2/?utm=1`)).to.equal('200');
    await site.publish({ title: 'Short', content: 'One page' });
    expect(await leads('/2026/01/02/short/2/')).to.equal('404');
    expect(await leads('/2026/01/02/short/1/')).to.equal('/2026/01/02/short/');
    expect(await leads('/2026/01/02/none/2/')).to.equal('404');
  });

  it('of blocks have no delimiters, and are those of pages and of the front page as well', async () => {
    const page = await site.publish({ type: 'page', title: 'Guide', content: BLOCKS });
    expect(await content('/guide/')).to.equal('<p>One</p>');
    expect(await content('/guide/2/')).to.equal('<p>Two</p>');
    expect(await visitor.main('/guide/2/')).to.not.include('<!--');
    await site.options.set('show_on_front', 'page');
    await site.options.set('page_on_front', String(page.id));
    expect(await content('/page/2/')).to.equal('<p>Two</p>');
    expect(await links('/')).to.include('<a href="/page/2/" class="post-page-numbers">2</a>');
    expect(await leads('/page/3/')).to.equal('/');
    expect(await leads('/guide/2/')).to.equal('/page/2/');
    await site.options.set('show_on_front', 'posts');
  });

  it('are told apart from attachments and posts whose address ends with a number', async () => {
    const file = await site.publish({ type: 'attachment', status: 'inherit', title: 'A file', name: '2' });
    expect(file.name).to.equal('2');
    for (const [structure, own] of [
      ['/%postname%/', '/long/'],
      ['/archives/%post_id%', `/archives/${long.id}`],
    ] as const) {
      await site.options.set('permalink_structure', structure);
      const slash = structure.endsWith('/') ? '/' : '';
      expect(await content(own), structure).to.equal('<p>First words</p>');
      expect(await content(`${own.replace(/\/$/, '')}/2${slash}`), structure).to.equal('<p>Second words</p>');
    }
    await site.options.set('permalink_structure', '');
    expect(await content(`/?p=${long.id}&page=2`)).to.equal('<p>Second words</p>');
    expect(await links(`/?p=${long.id}`)).to.include(`<a href="/?p=${long.id}&amp;page=3" class="post-page-numbers">`);
    expect(await leads(`/?p=${long.id}&page=9`)).to.equal(`/?p=${long.id}`);
    await site.options.set('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
  });

  it('need the password on every page', async () => {
    const { id } = await site.publish({ title: 'Locked', content: LONG, password: 'sesame' });
    const [own, knowing] = ['/2026/01/02/locked/', site.visitor()];
    for (const path of [own, `${own}2/`]) {
      const main = await knowing.main(path);
      expect(main, path).to.include('type="password"').and.not.include('words').and.not.include('post-nav-links');
    }
    await knowing.ask('/post-password', { form: { post_id: String(id), post_password: 'sesame' } });
    expect(await content(`${own}2/`, knowing)).to.equal('<p>Second words</p>');
  });

  it('are those of the newest autosave in a preview, linked as previews', async () => {
    const draft = await site.posts.insert({ type: 'post', status: 'draft', title: 'Sketch', content: LONG });
    const editor = await site.signedIn('edith', 'editor');
    const address = `/?p=${draft.id}&preview=true`;
    expect(await content(`${address}&page=2`, editor)).to.equal('<p>Second words</p>');
    await site.autosave(draft, { title: 'Sketch', content: 'New one<!--nextpage-->New two', author: 1 });
    expect(await content(`${address}&page=2`, editor)).to.equal('<p>New two</p>');
    const main = await editor.main(address);
    expect(main).to.include(`<a href="/?p=${draft.id}&amp;preview=true&amp;page=2" class="post-page-numbers">2</a>`);
    expect((await visitor.ask(`${address}&page=2`)).status).to.equal(404);
  });

  it('are whole in the interface and in feeds', async () => {
    const { text } = await visitor.ask(`/cms-json/cms/v2/posts/${long.id}`);
    expect(JSON.parse(text).content.rendered).to.include('<p><!--nextpage--></p>').and.include('Third');
    expect((await visitor.ask('/feed/')).text)
      .to.include('First words')
      .and.include('Third');
  });
});

describe('the rest of an item after its mark', () => {
  let site: ThemeSite;
  let visitor: Visitor;

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
  });
  after(() => site.close());

  const summary = async (title: string): Promise<string> => {
    const main = await visitor.main('/');
    const from = main.indexOf(`>${title}</a></h2>`);
    return (/<div class="entry-summary">(.*?)<\/div>\n?<\/article>/s.exec(main.slice(from))?.[1] ?? '').replaceAll(
      site.url,
      '',
    );
  };
  const content = async (name: string): Promise<string> =>
    /<div class="entry-content">(.*?)<\/div>\n/s.exec((await visitor.ask(`/2026/01/02/${name}/`)).text)?.[1] ?? '';

  it('is led to by lists, and can be led to', async () => {
    const { id } = await site.publish({ title: 'Tale', content: 'Begin\n\n<!--more-->\n\nRest' });
    const at = `/2026/01/02/tale/#more-${id}`;
    expect(await summary('Tale')).to.equal(
      `<p>Begin</p>\n<p> <a href="${at}" class="more-link"><span aria-label="Continue reading Tale">(more&hellip;)</span></a></p>\n`,
    );
    expect(await content('tale')).to.equal(`<p>Begin</p>\n<p><span id="more-${id}"></span></p>\n<p>Rest</p>\n`);
  });

  it('is led to by a text of its own, and by blocks', async () => {
    const { id } = await site.publish({
      title: 'Block tale',
      content:
        '<!-- wp:paragraph --><p>Begin</p><!-- /wp:paragraph --><!-- wp:more {"customText":"On & <b>on</b>"} -->\n' +
        '<!--more On & <b>on</b>-->\n<!-- /wp:more --><!-- wp:paragraph --><p>Rest</p><!-- /wp:paragraph -->',
    });
    expect(await summary('Block tale')).to.match(
      new RegExp(`^<p>Begin</p>\\s*<a href="/2026/01/02/block-tale/#more-${id}" class="more-link">On &amp; on</a>$`),
    );
    expect(await content('block-tale')).to.match(
      new RegExp(`^<p>Begin</p>\\s*<span id="more-${id}"></span>\\s*<p>Rest</p>$`),
    );
  });

  it('stands alone where the content says so', async () => {
    const { id } = await site.publish({ title: 'Alone', content: 'Begin\n\n<!--more--><!--noteaser-->\n\nRest' });
    expect(await content('alone'))
      .to.match(new RegExp(`<span id="more-${id}"></span>`))
      .and.not.include('Begin');
    expect(await summary('Alone'))
      .to.include('Begin')
      .and.not.include('Rest');
  });

  it('is not led to where an excerpt is written, and stays locked with a password', async () => {
    await site.publish({ title: 'Own', content: 'Begin<!--more-->Rest', excerpt: 'Written' });
    await site.publish({ title: 'Shut', content: 'Begin<!--more-->Rest', password: 'x' });
    expect(await summary('Own')).to.equal('<p>Written</p>\n');
    expect(await summary('Shut')).to.equal('<p>This content needs a password.</p>');
  });
});
