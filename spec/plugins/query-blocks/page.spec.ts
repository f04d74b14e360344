import { expect } from 'chai';
import { ResponseCache } from '../../../plugins/response-cache/index.ts';
import { ThemeSite, type Visitor } from '../theme/theme-site.ts';
import { queryBlock, template } from './list-site.ts';

describe('a list on a page of the site', () => {
  let site: ThemeSite;
  let visitor: Visitor;

  const LIST = '/list/';

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    for (const title of ['Alpha', 'Beta', 'Gamma']) await site.publish({ title, name: title.toLowerCase() });
    const pagination = '<!-- wp:query-pagination --><!-- wp:query-pagination-next /--><!-- /wp:query-pagination -->';
    const query = { perPage: 1, orderBy: 'title', order: 'asc' };
    const content = queryBlock(query, template('<!-- wp:post-title /-->') + pagination);
    await site.publish({ type: 'page', title: 'List', name: 'list', content });
  });
  after(() => site.close());

  const titleOf = (markup: string) => /cms-block-post-title">([^<]*)</.exec(markup)?.[1];
  const nextOf = (markup: string) => /<a href="([^"]*)" class="cms-block-query-pagination-next"/.exec(markup)?.[1];

  it('shows the page of the list that its address asks for, and leads to the next', async () => {
    const first = await visitor.main(LIST);
    expect([titleOf(first), nextOf(first)]).to.deep.equal(['Alpha', '/list/?query-3-page=2']);
    const second = await visitor.main(nextOf(first)!);
    expect([titleOf(second), nextOf(second)]).to.deep.equal(['Beta', '/list/?query-3-page=3']);
    expect(nextOf(await visitor.main(nextOf(second)!))).to.equal(undefined);
  });

  it('is cached by its address, until what it lists is written', async () => {
    const { hits } = site.service(ResponseCache).figures;
    await visitor.main(`${LIST}?query-3-page=2`);
    expect(titleOf(await visitor.main(`${LIST}?query-3-page=2`))).to.equal('Beta');
    expect(site.service(ResponseCache).figures.hits).to.be.greaterThan(hits);
    await site.publish({ title: 'Aleph', name: 'aleph' });
    expect(titleOf(await visitor.main(`${LIST}?query-3-page=2`))).to.equal('Alpha');
  });

  it('links an item to its neighbours on its own page alone', async () => {
    const content = '<!-- wp:post-navigation-link {"type":"previous","showTitle":true} /-->';
    await site.publish({ title: 'Last', name: 'last', date: '2026-01-03 00:00:00', content });
    expect(await visitor.main('/2026/01/03/last/')).to.match(
      /post-navigation-link-previous[^>]*><a href="[^"]+" rel="prev">(?:Alpha|Beta|Gamma|Aleph)<\/a>/,
    );
    const { text } = await visitor.ask('/cms-json/cms/v2/posts?slug=last&_fields=content');
    expect(text).not.to.contain('post-navigation-link');
  });
});
