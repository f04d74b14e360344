import { expect } from 'chai';
import searchColumns from '../../plugins/search-columns/index.ts';
import { buildContentSite, type ContentSite } from '../support/content-site.ts';

describe('search_columns', () => {
  let site: ContentSite;
  before(async () => {
    site = await buildContentSite([searchColumns]);
    await site.publish({ title: 'Red title' });
    await site.publish({ title: 'In content', content: 'a red house' });
    await site.publish({ title: 'In excerpt', excerpt: 'red as well' });
    await site.publish({ type: 'page', title: 'Page', content: 'red' });
  });
  after(() => site.generation.dispose());

  const titles = async (query: string, type = 'posts') =>
    (await site.get(`/cms/v2/${type}?search=red&orderby=id&order=asc&${query}`)).json.map(
      ({ title }: { title: { rendered: string } }) => title.rendered,
    );

  it('narrows a search to the texts that are named', async () => {
    expect(await titles('search_columns=post_title')).to.eql(['Red title']);
    expect(await titles('search_columns[]=post_content&search_columns[]=post_excerpt')).to.eql([
      'In content',
      'In excerpt',
    ]);
    expect(await titles('search_columns=post_title', 'pages')).to.eql([]);
  });

  it('leaves a search alone when it is empty or not there', async () => {
    expect(await titles('')).to.have.length(3);
    expect(await titles('search_columns=')).to.have.length(3);
  });

  it('restricts the total and the words that must not occur to those texts', async () => {
    const { json, headers } = await site.get('/cms/v2/posts?search=content%20-red&search_columns=post_title');
    expect(json).to.have.length(1);
    expect(headers['X-CMS-Total']).to.equal('1');
  });

  it('is refused with a column that is not searched', async () => {
    const { status, json } = await site.get('/cms/v2/posts?search=red&search_columns=post_password');
    expect([status, json.code]).to.eql([400, 'rest_invalid_param']);
  });
});
