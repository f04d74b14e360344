import { expect } from 'chai';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { describeOnDatabases } from '../support/on-databases.ts';
import { type Served, serve } from '../support/serve.ts';

/** Asks for a list, as clients do whose parameters are longer than an address may be. */
const listOf = (site: FullSite, parameters: object, route = '/cms/v2/posts'): Promise<Served> =>
  serve(site.generation, 'POST', `${route}?_method=GET`, { json: parameters });

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('arguments without a limit of their own', () => {
  let site: FullSite;
  before(async () => {
    site = await buildFullSite();
  });
  after(() => site.close());

  const refused: [what: string, parameters: object, name: string, detail: string, route?: string][] = [
    ['100,000 ids', { include: ids(100_000) }, 'include', 'rest_too_many_items'],
    ['100,000 ids in a text', { exclude: ids(100_000).join() }, 'exclude', 'rest_too_many_items'],
    ['100,000 ids of users', { include: ids(100_000) }, 'include', 'rest_too_many_items', '/cms/v2/users'],
    ['100,000 ids of comments', { post: ids(100_000) }, 'post', 'rest_too_many_items', '/cms/v2/comments'],
    [
      '100,000 slugs, which are cleaned by themselves',
      { slug: ids(100_000).map(String) },
      'slug',
      'rest_too_many_items',
    ],
    ['a search of 50,001 bytes', { search: 'a'.repeat(50_001) }, 'search', 'rest_too_long'],
    ['a search for terms of 4 MB', { search: 'a'.repeat(4e6) }, 'search', 'rest_too_long', '/cms/v2/tags'],
  ];
  for (const [what, parameters, name, detail, route] of refused) {
    it(`refuse ${what}`, async () => {
      const { status, json } = await listOf(site, parameters, route);
      expect([status, json.code, json.data.details[name]?.code]).to.deep.equal([400, 'rest_invalid_param', detail]);
    });
  }

  it('are described with their limits, beside the keywords that the interface knows', async () => {
    const { args } = (await serve(site.generation, 'OPTIONS', '/cms/v2/posts')).json.endpoints[0];
    expect(args.include.description).to.match(/ At most 1000 items\.$/);
    expect(args.search.description).to.match(/ At most 2000 characters\.$/);
    expect(args.include).to.not.have.property('maxItems');
    expect(args.page.description).to.not.include('At most');
  });
});

describeOnDatabases('arguments within their limits', (freshDatabase) => {
  let site: FullSite;
  before(async () => {
    site = await buildFullSite({ database: await freshDatabase({ again: true }) });
  });
  after(() => site.close());

  const list = (parameters: object) => listOf(site, parameters);

  it('take as many as clients send, categories that are all asked for among them', async () => {
    const terms = ids(1000);
    for (const categories of [terms, { terms, operator: 'AND' }, { terms, operator: 'OR', include_children: true }]) {
      expect((await list({ categories })).status, JSON.stringify(categories).slice(0, 40)).to.equal(200);
    }
    expect((await list({ include: ids(1000), search: 'é'.repeat(2000) })).status).to.equal(200);
  });

  it('find the items that have all of many categories', async () => {
    const user = site.users.admin!.user;
    const made = async (route: string, json: object): Promise<number> =>
      (await serve(site.generation, 'POST', route, { user, json })).json.id;
    const categories: number[] = [];
    for (let index = 0; index < 25; index++) categories.push(await made('/cms/v2/categories', { name: `c${index}` }));
    const all = await made('/cms/v2/posts', { title: 'all', status: 'publish', categories });
    await made('/cms/v2/posts', { title: 'most', status: 'publish', categories: categories.slice(1) });
    const found = await list({ categories: { terms: [...categories, categories[0]], operator: 'AND' } });
    expect(found.json.map(({ id }: { id: number }) => id)).to.deep.equal([all]);
  });

  it('are longer of those who write, and longest in contents', async () => {
    const user = site.users.admin!.user;
    const write = (route: string, json: object) => serve(site.generation, 'POST', route, { user, json });
    const [name, content] = ['a'.repeat(65_537), 'a '.repeat(100_000)];
    expect((await write('/cms/v2/users/me', { description: name })).json.code).to.equal('rest_invalid_param');
    expect((await write('/cms/v2/tags', { name: 't', description: name })).json.code).to.equal('rest_invalid_param');
    expect((await write('/cms/v2/posts', { content })).status).to.equal(201);
  });
});
