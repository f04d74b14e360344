import { expect } from 'chai';
import { definePlugin, RequestContext, RestController, RestError } from '../../../core/index.ts';
import { MetaRegistry } from '../../../plugins/meta/index.ts';
import { Options } from '../../../plugins/options/index.ts';
import { Taxonomies, type TaxonomyController } from '../../../plugins/taxonomies/index.ts';
import { TermLinks, TermsController } from '../../../plugins/terms/index.ts';
import { buildTermSite, type TermSite } from './term-site.ts';

const fired: string[] = [];

/** A controller of a taxonomy's own. */
class Genres extends TermsController {
  protected override mayCreate(): true {
    return true;
  }
}

/** Taxonomies with controllers of every kind, a meta key and hooks. */
const shop = definePlugin({
  name: 'shop',
  version: '1.0.0',
  description: 'Sorts goods.',
  requires: { terms: '*' },
  setup({ hooks, use }) {
    const taxonomies = use(Taxonomies);
    class Stranger {}
    hooks.action('init').tap('shop', () => {
      taxonomies.register('genre', ['post', 'page'], {
        show_in_rest: true,
        controller: Genres,
        rewrite: { slug: 'kind' },
      });
      const stranger = Stranger as unknown as TaxonomyController;
      taxonomies.register('strange', 'post', { show_in_rest: true, controller: stranger });
      taxonomies.register('hidden', 'post', { show_in_rest: false });
    });
    use(MetaRegistry).register('term', 'colour', { type: 'string', single: true, show_in_rest: true });
    for (const name of ['rest_insert_{taxonomy}', 'rest_after_insert_{taxonomy}'] as const) {
      hooks
        .action(name)
        .for('genre')
        .tap('shop', (term, _request, creating) => void fired.push(`${name} ${term.name} ${creating}`));
    }
    hooks
      .action('rest_delete_{taxonomy}')
      .for('genre')
      .tap('shop', (term) => void fired.push(`deleted ${term.name}`));
    hooks.action('created_term').tap('shop', (_id, _tt, taxonomy) => void fired.push(`created ${taxonomy}`));
    hooks
      .filter('rest_pre_insert_{taxonomy}')
      .for('genre')
      .tap('shop', (prepared) => {
        if (prepared.name === 'Forbidden') throw new RestError('no_such_genre', 'Not here.', { status: 418 });
        return { ...prepared, description: 'by the shop' };
      });
    hooks
      .filter('rest_{taxonomy}_query')
      .for('genre')
      .tap('shop', (query, request) => (request.getParam('slug') === null ? query : { ...query, slug: ['elsewhere'] }));
    hooks
      .filter('rest_prepare_{taxonomy}')
      .for('genre')
      .tap('shop', (response) => response.header('X-Genre', 'yes'));
  },
});

describe('the routes of terms', () => {
  let site: TermSite;
  const post = (path: string, body: object, role = 'administrator') => site.send('POST', path, site.user(role), body);

  before(async () => {
    site = await buildTermSite(undefined, [shop]);
  });
  after(() => site.generation.dispose());

  it('are those of the class that a taxonomy names, if it extends the base controller (2.1)', async () => {
    const { server, services } = site.generation;
    expect(server.matchRoute('/cms/v2/genre')).not.to.equal(undefined);
    expect(server.matchRoute('/cms/v2/strange')).to.equal(undefined);
    expect(server.matchRoute('/cms/v2/hidden')).to.equal(undefined);
    const taxonomies = services.get('spec', Taxonomies);
    expect(taxonomies.controllerOf(taxonomies.get('genre')!, server)).to.be.instanceOf(Genres);
    expect(taxonomies.controllerOf(taxonomies.get('category')!, server)).to.be.instanceOf(RestController);
    expect((await site.send('POST', '/cms/v2/genre', undefined, { name: 'Poems' })).status).to.equal(201);
    expect((await site.send('POST', '/cms/v2/tags', undefined, { name: 'Poems' })).status).to.equal(401);
  });

  it('fires its hooks, and lets them change or refuse what is stored', async () => {
    fired.length = 0;
    const { data, headers } = await post('/cms/v2/genre', { name: 'Novels' });
    expect(data.description).to.equal('by the shop');
    expect(headers['X-Genre']).to.equal('yes');
    await post(`/cms/v2/genre/${data.id}`, { name: 'Long novels' });
    await site.send('DELETE', `/cms/v2/genre/${data.id}?force=true`, site.user('administrator'));
    expect(fired).to.eql([
      'created genre',
      'rest_insert_{taxonomy} Novels true',
      'rest_after_insert_{taxonomy} Novels true',
      'rest_insert_{taxonomy} Long novels false',
      'rest_after_insert_{taxonomy} Long novels false',
      'deleted Long novels',
    ]);
    expect((await post('/cms/v2/genre', { name: 'Forbidden' })).status).to.equal(418);
    expect((await site.send('GET', '/cms/v2/genre?slug=poems')).data).to.eql([]);
  });

  it('store and show the meta that is registered', async () => {
    const { data } = await post('/cms/v2/tags', { name: 'With meta', meta: { colour: 'red' } });
    expect(data.meta).to.eql({ colour: 'red' });
    const changed = await post(`/cms/v2/tags/${data.id}`, { meta: { colour: 'blue' } });
    expect(changed.data.meta).to.eql({ colour: 'blue' });
    const list = await site.send('GET', `/cms/v2/tags?include=${data.id}`);
    expect(list.data[0].meta).to.eql({ colour: 'blue' });
  });

  it('answer 500 without data for a taken slug, and 400 for a long name and a parent where there are none', async () => {
    await post('/cms/v2/tags', { name: 'Taken' });
    const { data } = await post('/cms/v2/tags', { name: 'Taker' });
    const taken = await post(`/cms/v2/tags/${data.id}`, { slug: 'taken' });
    expect([taken.status, taken.data.code, taken.data.data]).to.eql([500, 'duplicate_term_slug', null]);
    const long = await post('/cms/v2/tags', { name: 'x'.repeat(201) });
    expect([long.status, long.data.code]).to.eql([400, 'db_insert_error']);
    const nested = await post('/cms/v2/tags', { name: 'Nested', parent: data.id });
    expect([nested.status, nested.data.code]).to.eql([400, 'rest_taxonomy_not_hierarchical']);
  });

  it('link to the items of every type that the interface shows', async () => {
    const { data } = await post('/cms/v2/genre', { name: 'Linked' });
    expect(data._links['cms:post_type'].map(({ href }: { href: string }) => href)).to.eql([
      `http://localhost/cms-json/cms/v2/posts?genre=${data.id}`,
      `http://localhost/cms-json/cms/v2/pages?genre=${data.id}`,
    ]);
    expect(data.link).to.equal('http://localhost/kind/linked/');
  });

  describe('the terms of an item', () => {
    const ask = (item: number, role?: string, query = '') =>
      site.send('GET', `/cms/v2/tags?post=${item}${query}`, role === undefined ? undefined : site.user(role));
    let tags: number[];

    before(async () => {
      tags = [];
      for (const name of ['Item b', 'Item a', 'Item c']) tags.push((await post('/cms/v2/tags', { name })).data.id);
    });

    it('are shown to users who may see the item', async () => {
      const [published, draft, own] = [
        await site.addItem(),
        await site.addItem({ status: 'draft' }),
        await site.addItem({ status: 'draft', author: 7 }),
      ];
      for (const item of [published, draft, own]) await site.store.setObjectTerms(item, 'post_tag', tags);
      expect((await ask(published)).data.map(({ name }: { name: string }) => name)).to.eql([
        'Item a',
        'Item b',
        'Item c',
      ]);
      expect((await ask(draft)).data.code).to.equal('rest_forbidden_context');
      expect((await ask(draft, 'subscriber')).status).to.equal(403);
      expect((await ask(99999999)).data.code).to.equal('rest_post_invalid_id');
      expect((await ask(await site.addItem({ type: 'page' }))).status).to.equal(401);
    });

    it('are ordered, searched and paged as any list is', async () => {
      const item = await site.addItem();
      await site.store.setObjectTerms(item, 'post_tag', tags);
      const names = async (query: string) =>
        (await ask(item, undefined, query)).data.map(({ name }: { name: string }) => name);
      expect(await names('&order=desc')).to.eql(['Item c', 'Item b', 'Item a']);
      expect(await names('&per_page=2&page=2')).to.eql(['Item c']);
      expect(await names('&search=b')).to.eql(['Item b']);
      expect(await names('&orderby=id')).to.eql(['Item b', 'Item a', 'Item c']);
    });

    it('take a fixed number of statements, however many items and taxonomies are requested together', async () => {
      const category = (await post('/cms/v2/categories', { name: 'Item category' })).data.id;
      const cost = async (count: number) => {
        const items: number[] = [];
        for (let index = 0; index < count; index++) {
          const item = await site.addItem();
          await site.store.setObjectTerms(item, 'post_tag', tags);
          await site.store.setObjectTerms(item, 'category', [category]);
          items.push(item);
        }
        const context = new RequestContext();
        const before = site.database.statements.count;
        const answers = await Promise.all(
          items.flatMap((item) =>
            ['tags', 'categories'].map((base) =>
              site.send('GET', `/cms/v2/${base}?post=${item}`, undefined, undefined, context),
            ),
          ),
        );
        expect(answers.map(({ data }) => data.length)).to.eql(items.flatMap(() => [3, 1]));
        return site.database.statements.count - before;
      };
      // The items, their terms, and the meta of those terms.
      expect(await cost(2)).to.equal(3);
      expect(await cost(30)).to.equal(3);
    });
  });

  describe('addresses', () => {
    const link = async (taxonomy: string, name: string, input = {}) => {
      const term = await site.store.create(taxonomy, name, input);
      return site.generation.services.get('spec', TermLinks).forTerm(term, new RequestContext());
    };
    const set = (name: string, value: string) => site.generation.services.get('spec', Options).set(name, value);
    afterEach(async () => {
      await set('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
      await set('category_base', '');
    });

    it('hold the slugs of the terms above', async () => {
      const above = await site.store.create('category', 'Way up');
      expect(await link('category', 'Way down', { parent: above.id })).to.equal(
        'http://localhost/category/way-up/way-down/',
      );
      expect(await link('post_tag', 'Way')).to.equal('http://localhost/tag/way/');
    });

    it('name a format without what the slugs of formats begin with', async () => {
      expect(await link('post_format', 'Aside', { slug: 'post-format-aside' })).to.equal(
        'http://localhost/type/aside/',
      );
      expect(await link('post_tag', 'Aside', { slug: 'post-format-aside' })).to.equal(
        'http://localhost/tag/post-format-aside/',
      );
    });

    it('follow the permalink structure and the base of the taxonomy', async () => {
      await set('permalink_structure', '/blog/%postname%');
      expect(await link('category', 'Front')).to.equal('http://localhost/blog/category/front');
      await set('category_base', 'topics');
      expect(await link('category', 'Base')).to.equal('http://localhost/topics/base');
      await set('permalink_structure', '');
      const plain = await link('category', 'Plain');
      expect(plain).to.match(/^http:\/\/localhost\/\?cat=\d+$/);
      expect(await link('post_tag', 'Plain')).to.equal('http://localhost/?tag=plain');
    });
  });
});
