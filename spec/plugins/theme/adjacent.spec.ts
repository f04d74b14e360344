import { expect } from 'chai';
import { ResponseCache } from '../../../plugins/response-cache/index.ts';
import { ThemeSite, type Visitor } from './theme-site.ts';

describe('the way from a post to its neighbours', () => {
  let site: ThemeSite;
  let visitor: Visitor;

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    await site.publish({ title: 'One & only', name: 'one' });
    await site.publish({ title: '', content: 'Untitled', name: 'two' });
    await site.publish({ title: 'Hidden', name: 'hidden', status: 'private' });
    await site.publish({ title: 'Draft', name: 'draft', status: 'draft' });
    await site.publish({ title: 'Locked', name: 'locked', password: 'rope' });
    await site.publish({ type: 'page', title: 'Page', name: 'page' });
    await site.publish({ type: 'page', title: 'Other page', name: 'other' });
  });
  after(() => site.close());

  const linksOf = (markup: string) =>
    [...markup.matchAll(/<a rel="(prev|next)" href="([^"]*)"><span>[^<]*<\/span> ([^<]*)<\/a>/g)].map(
      ([, rel, href, title]) => [rel, href!.replace(site.url, ''), title],
    );
  const linksAt = async (name: string, from = visitor) => linksOf(await from.main(`/2026/01/02/${name}/`));

  it('is a link to the one before and one to the one after, by id where the dates are equal', async () => {
    expect(await linksAt('one')).to.eql([['next', '/2026/01/02/two/', '(no title)']]);
    expect(await linksAt('two')).to.eql([
      ['prev', '/2026/01/02/one/', 'One &#038; only'],
      ['next', '/2026/01/02/locked/', 'Locked'],
    ]);
    expect(await linksAt('locked')).to.eql([['prev', '/2026/01/02/two/', '(no title)']]);
  });

  it('passes private posts for those alone who may read them', async () => {
    const editor = await site.signedIn('edith', 'editor');
    expect((await linksAt('two', editor)).at(-1)).to.eql(['next', '/2026/01/02/hidden/', 'Private: Hidden']);
    expect((await linksAt('hidden', editor)).map(([rel]) => rel)).to.eql(['prev', 'next']);
    const reader = await site.signedIn('rita', 'subscriber');
    expect((await linksAt('two', reader)).at(-1)).to.eql(['next', '/2026/01/02/locked/', 'Locked']);
  });

  it('is not on pages, which are below each other, nor on lists', async () => {
    for (const path of ['/page/', '/other/', '/']) {
      const shown = await visitor.main(path);
      expect(shown, path).to.not.equal('');
      expect(shown, path).to.not.include('post-navigation');
    }
  });

  it('is cached, and follows what is published', async () => {
    const cache = site.service(ResponseCache);
    await linksAt('locked');
    const { hits } = cache.figures;
    expect(await linksAt('locked')).to.have.length(1);
    expect(cache.figures.hits).to.equal(hits + 1);
    await site.publish({ title: 'After', name: 'after', date: '2026-01-02 05:00:00' });
    expect((await linksAt('locked')).at(-1)).to.eql(['next', '/2026/01/02/after/', 'After']);
  });
});
