import { expect } from 'chai';
import { ThemeSite, type Visitor } from '../theme/theme-site.ts';
import { readXml } from './read-xml.ts';

describe('the feeds', () => {
  let site: ThemeSite;
  let visitor: Visitor;

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    await site.options.set('blogname', 'Tom & <Jerry>');
    const { id: author } = await site.users.create({
      login: 'ann',
      email: 'a@example.org',
      displayName: 'Ann & Bob',
      roles: ['author'],
    });
    const term = await site.terms.create('category', 'R & D', { slug: 'rd' });
    const first = await site.publish({
      title: 'One ]]> & <b>two</b>\u0007',
      content: 'Text ]]> of &nbsp; one',
      author,
      name: 'one',
    });
    await site.terms.setObjectTerms(first.id, 'category', [term.id]);
    await site.publish({ title: 'Later', content: 'x', author, date: '2026-01-03 00:00:00' });
    await site.publish({
      title: 'Locked',
      content: 'Behind it',
      password: 'rope',
      name: 'locked',
      date: '2026-01-01 00:00:00',
    });
    await site.posts.insert({ type: 'post', title: 'Draft', status: 'draft' });
    for (const approved of ['1', '0']) {
      await site.comments.insert({
        post: first.id,
        content: `Said ${approved}`,
        authorName: 'A & B',
        authorEmail: 'x@example.org',
        approved,
      });
    }
  });
  after(() => site.close());

  const feed = async (path: string) => {
    const { status, headers, text } = await visitor.ask(path);
    expect(status, path).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/rss+xml; charset=UTF-8');
    const { texts } = readXml(text, 'rss/channel');
    return { titles: texts['item/title'] ?? [], texts };
  };

  it('list the latest posts, whatever their texts hold', async () => {
    const { titles, texts } = await feed('/feed/');
    expect(titles).to.have.lengthOf(3);
    expect(titles[0]).to.equal('Later');
    expect(titles[1])
      .to.match(/^One \]\]/)
      .and.not.include('\u0007');
    expect(texts.title).to.eql(['Tom & <Jerry>']);
    expect(texts['item/content:encoded']![1]).to.include('Text').and.include('of &nbsp; one');
    expect(texts['item/dc:creator']![1]).to.equal('Ann &amp; Bob');
    expect(texts['item/category']).to.include('R &amp; D');
    expect(texts['item/pubDate']![1]).to.equal('Fri, 02 Jan 2026 03:04:05 GMT');
    expect(texts['item/link']![1]).to.equal(`${site.url}/2026/01/02/one/`);
  });

  it('hold neither drafts nor texts behind a password', async () => {
    const { text } = await visitor.ask('/feed/');
    expect(text).to.not.include('Draft').and.not.include('Behind it');
    expect(text).to.include('This content needs a password.');
  });

  for (const path of [
    '/?feed=rss2',
    '/feed/rss2/',
    '/feed',
    '/category/rd/feed/',
    '/author/ann/feed/',
    '/2026/01/02/feed/',
    '/?s=one&feed=rss2',
    '/search/one/feed/',
  ]) {
    it(`are there at ${path}`, async () => {
      expect((await feed(path)).titles.some((title) => title.startsWith('One'))).to.equal(true);
    });
  }

  for (const path of ['/comments/feed/', '/?feed=comments-rss2', '/2026/01/02/one/feed/']) {
    it(`list the approved comments at ${path}`, async () => {
      const { titles, texts } = await feed(path);
      expect(titles).to.have.lengthOf(1);
      expect(titles[0]).to.match(/^A & B on One/);
      expect(texts['item/description']![0]).to.include('Said 1');
      expect(JSON.stringify(texts)).to.not.include('x@example.org');
    });
  }

  it('hide comments on items behind a password', async () => {
    expect((await feed('/2026/01/01/locked/feed/')).titles).to.eql([]);
  });

  it('answer 404 for missing items, and for unknown formats', async () => {
    for (const path of ['/nowhere/feed/', '/nowhere/feed/atom/', '/feed/rdf/', '/?feed=exec'])
      expect((await visitor.ask(path)).status, path).to.equal(404);
  });

  it('are linked in the heads of pages', async () => {
    const { text } = await visitor.ask('/');
    expect(text).to.include(`type="application/rss+xml" title="Tom &amp; &lt;Jerry&gt;" href="${site.url}/feed/"`);
  });

  it('are cached until something changes', async () => {
    const { headers } = await visitor.ask('/feed/');
    const tag = headers.get('etag')!;
    const again = () => visitor.ask('/feed/', { headers: { 'If-None-Match': tag } });
    expect((await again()).status).to.equal(304);
    await site.publish({ title: 'Newest', content: 'x', date: '2026-01-04 00:00:00' });
    expect((await again()).status).to.equal(200);
  });

  it('list the posts when a page is the front page', async () => {
    const { id } = await site.publish({ type: 'page', title: 'Front' });
    await site.options.set('page_on_front', id);
    await site.options.set('show_on_front', 'page');
    expect((await feed('/feed/')).titles).to.include('Later');
  });
});
