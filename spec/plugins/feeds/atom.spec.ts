import { expect } from 'chai';
import { ThemeSite, type Visitor } from '../theme/theme-site.ts';
import { readXml } from './read-xml.ts';

describe('the feeds, as Atom', () => {
  let site: ThemeSite;
  let visitor: Visitor;

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
  });
  after(() => site.close());

  const feed = async (path: string) => {
    const { status, headers, text } = await visitor.ask(path);
    expect(status, path).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/atom+xml; charset=UTF-8');
    return readXml(text, 'feed');
  };

  it('have all that the format requires when they are empty', async () => {
    const { texts } = await feed('/feed/atom/');
    expect(texts).to.have.property('title');
    expect(texts.updated).to.eql(['1970-01-01T00:00:00Z']);
    expect(texts.id).to.eql([`${site.url}/feed/atom/`]);
    expect(texts).to.not.have.property('entry');
  });

  it('list the latest posts, whatever their texts hold', async () => {
    await site.options.set('blogname', 'Tom &amp; Jerry');
    const { id: author } = await site.users.create({
      login: 'ann',
      email: 'a@example.org',
      displayName: 'Ann & Bob',
      roles: ['author'],
    });
    const term = await site.terms.create('category', 'R & "D"', { slug: 'rd' });
    const { id } = await site.publish({
      title: 'One ]]> & <b>two</b>\u0007',
      content: 'Text ]]> of &nbsp; one',
      author,
      name: 'one',
      modified: '2026-03-04 05:06:07',
      modifiedGmt: '2026-03-04 05:06:07',
      guid: 'no address',
    });
    await site.terms.setObjectTerms(id, 'category', [term.id]);
    await site.publish({ title: 'Later', content: 'x', author, date: '2026-01-03 00:00:00' });
    await site.publish({ title: 'Locked', content: 'Behind it', password: 'rope', date: '2026-01-01 00:00:00' });
    const { texts, attributes } = await feed('/feed/atom/');
    expect(texts.title).to.eql(['Tom &amp; Jerry']);
    expect(texts['entry/title']).to.have.length(3);
    expect(texts['entry/title']![1])
      .to.match(/^One \]\]/)
      .and.not.include('\u0007');
    expect(texts['entry/content']![1]).to.include('of &nbsp; one');
    expect(texts['entry/author/name']![1]).to.equal('Ann & Bob');
    expect(texts['entry/published']![1]).to.equal('2026-01-02T03:04:05Z');
    expect(texts['entry/updated']![1]).to.equal('2026-03-04T05:06:07Z');
    expect(texts['entry/id']![1]).to.equal(`${site.url}/2026/01/02/one/`);
    expect(attributes['entry/link']![1]).to.include({ rel: 'alternate', href: `${site.url}/2026/01/02/one/` });
    expect(attributes['entry/category']!.map((one) => one.term)).to.include('R & "D"');
    expect(JSON.stringify(texts)).to.not.include('Behind it');
  });

  it('have the date of their latest change', async () => {
    const { texts } = await feed('/category/rd/feed/atom/');
    expect(texts.updated).to.eql(['2026-03-04T05:06:07Z']);
  });

  it('are there of archives, searches and comments, by either kind of address', async () => {
    const { id } = (await site.posts.query({ types: ['post'], search: 'Text' })).posts[0]!;
    await site.comments.insert({ post: id, content: 'Said', authorName: 'A & B', authorEmail: 'x@example.org' });
    const one = /^One/;
    for (const path of ['/?feed=atom', '/feed/atom', '/category/rd/feed/atom/', '/?s=one&feed=atom']) {
      const { texts } = await feed(path);
      expect(
        texts['entry/title']!.some((title) => one.test(title)),
        path,
      ).to.equal(true);
    }
    for (const path of ['/comments/feed/atom/', '/?feed=comments-atom', '/2026/01/02/one/feed/atom/']) {
      const { texts } = await feed(path);
      expect(texts['entry/author/name'], path).to.eql(['A & B']);
      expect(JSON.stringify(texts)).to.not.include('x@example.org');
    }
  });
});
