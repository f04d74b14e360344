import { expect } from 'chai';
import blockSupports from '../../../plugins/block-supports/index.ts';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import dynamicBlocks from '../../../plugins/dynamic-blocks/index.ts';
import publicWeb from '../../../plugins/public-web/index.ts';
import rssBlock from '../../../plugins/rss-block/index.ts';
import { readFeed } from '../../../plugins/rss-block/read-feed.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';
import { renderBlock } from '../dynamic-blocks/render-block.ts';
import { harmIn } from '../formatting/harm.ts';
import { HOSTILE } from '../formatting/hostile.ts';

const item = (title: string, more = '') =>
  `<item><title>${title}</title><link>https://a.example/${title}</link>${more}</item>`;
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items}</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><entry><title type="html">Fish &amp;amp; chips</title>
<link rel="self" href="https://a.example/self"/><link href="https://a.example/entry"/><author><name>Ann</name></author>
<updated>2026-03-01T10:00:00Z</updated><summary>Short</summary></entry></feed>`;

const FEEDS: Readonly<Record<string, string>> = {
  '/rss': rss(
    item(
      'one',
      '<pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate><dc:creator>Ann</dc:creator><description>&lt;p&gt;a b c&lt;/p&gt;</description>',
    ) + Array.from({ length: 9 }, (_, number) => item(`more ${number}`)).join(''),
  ),
  '/atom': ATOM,
  '/quoted': rss("<item><title>one</title><link>https://a.example/'onclick='alert(1)//?a=1&amp;b=2</link></item>"),
  '/page': '<!doctype html><html><body><p>No feed</body></html>',
  '/empty': rss(''),
  '/hostile': rss(
    HOSTILE.map(
      (text) =>
        `<item><title><![CDATA[${text}]]></title><link>${text.replace(/[<&]/g, '')}</link><author><![CDATA[${text}]]></author><description><![CDATA[${text}]]></description></item>`,
    ).join(''),
  ),
};

describe('the block of feeds', () => {
  let other: OtherSite;
  let site: ContentSite;
  const show = (path: string, attributes: Record<string, unknown> = {}) =>
    renderBlock(site, 'rss', { feedURL: path.startsWith('/') ? other.url + path : path, ...attributes });

  before(async () => {
    other = await startOtherSite((request, response) => {
      const feed = FEEDS[request.url ?? ''];
      response.writeHead(feed === undefined ? 404 : 200, { 'Content-Type': 'application/xml' });
      response.end(feed);
    });
    site = await buildContentSite([blockSupports, dynamicBlocks, publicWeb, rssBlock], {
      options: { 'public-web': { alsoHosts: [other.host] } },
    });
  });
  after(async () => {
    await site.generation.dispose();
    await other.close();
  });

  it('shows the newest items, with what is asked for, and asks for a feed once', async () => {
    expect(await show('/rss', { itemsToShow: 2 })).to.equal(
      "<ul class=\"cms-block-rss\"><li class='cms-block-rss__item'><div class='cms-block-rss__item-title'><a href='https://a.example/one'>one</a></div></li>" +
        "<li class='cms-block-rss__item'><div class='cms-block-rss__item-title'><a href='https://a.example/more%200'>more 0</a></div></li></ul>",
    );
    const full = {
      displayDate: true,
      displayAuthor: true,
      displayExcerpt: true,
      excerptLength: 2,
      blockLayout: 'grid',
      columns: 3,
    };
    const markup = await show('/rss', full);
    expect(markup).to.match(/^<ul class="is-grid columns-3 has-dates has-authors has-excerpts cms-block-rss">/);
    expect(markup).to.contain(
      '<time datetime="2026-03-01T10:00:00+00:00" class="cms-block-rss__item-publish-date">March 1, 2026</time>',
    );
    expect(markup).to.contain('>by Ann</span>').and.contain('>a b [&hellip;]</div>');
    expect(markup.match(/<li /g)).to.have.length(5);
    expect(other.asked.filter((path) => path === '/rss')).to.have.length(1);
  });

  it('reads Atom', async () => {
    expect(await show('/atom', { displayAuthor: true }))
      .to.contain("<a href='https://a.example/entry'>Fish &amp; chips</a>")
      .and.contain('by Ann');
  });

  it('says the same for every address that gives no feed, and does not ask again at once', async () => {
    const answers = new Set<string>();
    for (const path of [
      '/page',
      '/empty',
      '/gone',
      'http://127.0.0.1:1/',
      'http://169.254.169.254/',
      'http://nobody.invalid/',
    ]) {
      answers.add(await show(path));
      await show(path);
    }
    expect(answers).to.have.property('size', 1);
    expect([...answers][0]).to.contain('<strong>RSS Error:</strong>');
    expect(other.asked.filter((path) => path === '/gone')).to.have.length(1);
  });

  it('asks for nothing but addresses of the web, and for no feed of the site itself', async () => {
    const asked = other.asked.length;
    for (const feedURL of [
      '',
      'feed',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://localhost/feed/',
      'http://localhost',
    ]) {
      expect(await show(feedURL), feedURL).to.contain('RSS Error');
    }
    expect(other.asked).to.have.length(asked);
  });

  it('asks for ten feeds at most for one request', async () => {
    const blocks = Array.from({ length: 15 }, (_, number) => {
      const attributes = JSON.stringify({ feedURL: `${other.url}/many?${number}` });
      return `<!-- wp:rss ${attributes} /-->`;
    });
    await site.generation.services.get('spec', Renderer).content(blocks.join(''), null);
    expect(other.asked.filter((path) => path.startsWith('/many'))).to.have.length(10);
  });

  it('shows no script of a feed', async () => {
    const markup = await show('/hostile', { itemsToShow: 100, displayAuthor: true, displayExcerpt: true });
    expect(markup.length).to.be.above(3000);
    expect(harmIn(markup)).to.eql([]);
    const quoted = await show('/quoted');
    expect(harmIn(quoted)).to.eql([]);
    expect(quoted).to.contain('&#039;onclick=');
  });

  it('reads feeds that are not well-formed as far as they go, and a hundred items at most', () => {
    expect(readFeed(rss(item('one') + item('two &nbsp; &')).slice(0, -20)).map(({ title }) => title)[0]).to.equal(
      'one',
    );
    expect(readFeed(rss(item('x').repeat(1000)))).to.have.length(100);
    for (const text of ['', 'x', '<', '<item>', '</item>', '<item><title>']) expect(readFeed(text)).to.eql([]);
  });
});
