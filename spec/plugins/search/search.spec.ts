import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { ContentTypes } from '../../../plugins/content-types/index.ts';
import search from '../../../plugins/search/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { userWith } from '../../support/serve.ts';

/** A plugin with a public type, a hidden one, and searches that leave out items with a certain word. */
const shelf = definePlugin({
  name: 'shelf',
  version: '1.0.0',
  description: 'Types of a spec.',
  setup({ hooks, use }) {
    hooks.action('init').tap('shelf', () => {
      use(ContentTypes).register('book', {
        public: true,
        show_in_rest: true,
        rest_base: 'books',
        supports: ['editor'],
      });
      use(ContentTypes).register('note', { show_in_rest: true });
    });
    hooks
      .filter('rest_post_search_query')
      .tap('shelf', (query, request) =>
        request.getParam('search') === 'Rhino' ? { ...query, search: 'hippo' } : query,
      );
    hooks
      .filter('rest_term_search_query')
      .tap('shelf', (query, request) =>
        request.getParam('search') === 'Rhino' ? { ...query, search: 'hippo' } : query,
      );
    hooks
      .filter('rest_post_format_search_query')
      .tap('shelf', (query) => (query.search === 'Rhino' ? { search: 'quote' } : query));
  },
});

// biome-ignore lint/suspicious/noExplicitAny: results as the specs look at them.
type Find = any;

describeOnDatabases('the search plugin', (freshDatabase) => {
  let site: ContentSite;
  const found = async (query: string, user?: ReturnType<typeof userWith>): Promise<Find[]> =>
    (await site.get(`/cms/v2/search?${query}`, user)).json;
  const titles = async (query: string) => (await found(query)).map((find) => find.title);

  before(async () => {
    site = await buildContentSite([search, shelf], {
      options: { database: { url: await freshDatabase({ again: true }) } },
    });
    const publish = (title: string, day: number, more = {}) =>
      site.publish({ title, date: `2025-01-0${day} 00:00:00`, type: 'post', ...more });
    await publish('On hippos', 1);
    await publish('On water', 5, { content: 'where hippos live' });
    await publish('Hippo page', 2, { type: 'page' });
    await publish('Secret hippo', 3, { password: 'mud' });
    await publish('Hippo &amp; <b>friends</b>', 4, { name: 'friends' });
    await publish('A hippo book', 6, { type: 'book', name: 'hippo-book' });
    await publish('A hippo note', 6, { type: 'note' });
    await publish('A hippo draft', 6, { status: 'draft' });
    await publish('A private hippo', 6, { status: 'private' });
    await publish('A hippo picture', 6, { type: 'attachment', status: 'inherit' });
    await site.terms.create('category', 'Hippos');
    await site.terms.create('post_tag', 'Hippo tag');
    await site.terms.create('post_format', 'Aside', { slug: 'post-format-aside' });
    await site.terms.create('post_format', 'Quote', { slug: 'post-format-quote' });
  });
  after(() => site.generation.dispose());

  describe('for content items', () => {
    it('finds published items for all visitors, titles before texts and then the newest first', async () => {
      expect(await titles('search=hippo')).to.eql([
        '',
        'Hippo &amp; <b>friends</b>',
        'Hippo page',
        'On hippos',
        'On water',
      ]);
    });

    it('finds the newest first when a request has no text', async () => {
      expect(await titles('per_page=3')).to.eql(['', 'On water', 'Hippo &amp; <b>friends</b>']);
    });

    it('shows items with a password to those who are signed in', async () => {
      expect(await titles('search=secret')).to.eql([]);
      expect(await found('search=secret', userWith())).to.have.length(1);
    });

    it('names id, title, address, type and subtype, and links the item, its type and the list', async () => {
      const [book] = await found('search=book');
      const { id } = (await site.posts.query({ types: ['book'] })).posts[0]!;
      expect(book).to.eql({
        id,
        title: '',
        url: 'http://localhost/book/hippo-book/',
        type: 'post',
        subtype: 'book',
        _links: {
          self: [{ embeddable: true, href: `http://localhost/cms-json/cms/v2/books/${id}` }],
          about: [{ href: 'http://localhost/cms-json/cms/v2/types/book' }],
          collection: [{ href: 'http://localhost/cms-json/cms/v2/search' }],
        },
      });
    });

    it('chooses by subtype, which any beats', async () => {
      expect(await titles('search=hippo&subtype=page')).to.eql(['Hippo page']);
      expect(await titles('search=hippo&subtype[]=page&subtype[]=book')).to.eql(['', 'Hippo page']);
      expect(await found('search=hippo&subtype=page,any')).to.have.length(5);
      expect(await titles('search=hippo&subtype=category')).not.to.include('Hippo page');
    });

    it('knows no subtype that is not public', async () => {
      for (const subtype of ['note', 'attachment', 'revision', 'cms_block', 'constructor']) {
        expect((await site.get(`/cms/v2/search?subtype=${subtype}`)).status, subtype).to.equal(400);
      }
    });

    it('chooses by id, and include beats exclude', async () => {
      const [first, second] = (await found('search=hippo')).map((find) => find.id);
      const ids = async (query: string) => (await found(`search=hippo&${query}`)).map((find) => find.id);
      expect(await ids(`exclude=${first}`))
        .to.have.length(4)
        .and.not.include(first);
      expect(await ids(`include=${first},${second}`)).to.eql([first, second]);
      expect(await ids(`include=${first}&exclude=${first},${second}`)).to.eql([first]);
    });

    it('answers an empty list and a total of 0 past the last page, and links the page before', async () => {
      const { status, headers, json } = await site.get('/cms/v2/search?search=hippo&page=9');
      expect([status, json]).to.eql([200, []]);
      expect(headers).to.include({ 'X-CMS-Total': '0', 'X-CMS-TotalPages': '0' });
      expect(headers.Link).to.equal('<http://localhost/cms-json/cms/v2/search?search=hippo&page=8>; rel="prev"');
    });

    it('works out only the requested fields', async () => {
      expect(await found('search=page&_fields=title,subtype')).to.eql([{ title: 'Hippo page', subtype: 'page' }]);
      expect((await found('search=page&_fields=id,_links'))[0]).to.have.all.keys('id', '_links');
    });

    it('embeds the items in a number of statements that does not grow with their number', async () => {
      const cost = async (query: string): Promise<[finds: number, statements: number]> => {
        const before = site.database.statements.count;
        const finds = await found(query);
        expect(finds[0]._embedded.self[0].title.rendered).to.be.a('string');
        return [finds.length, site.database.statements.count - before];
      };
      const [few, cheap] = await cost('search=hippo&subtype=post&per_page=2&_embed=1');
      const [many, dear] = await cost('search=hippo&subtype=post&_embed=1');
      expect([few, many]).to.eql([2, 3]);
      expect(dear).to.be.at.most(cheap);
    });
  });

  describe('for terms', () => {
    it('finds terms of all taxonomies by name, with the taxonomy for a type', async () => {
      const finds = await found('type=term&search=hippo');
      expect(finds.map(({ title, type, url }) => [title, type, url])).to.eql([
        ['Hippo tag', 'post_tag', 'http://localhost/tag/hippo-tag/'],
        ['Hippos', 'category', 'http://localhost/category/hippos/'],
      ]);
      expect(finds[0]).to.have.all.keys('id', 'title', 'url', 'type', '_links');
      expect(finds[0]._links.self[0]).to.eql({
        embeddable: true,
        href: `http://localhost/cms-json/cms/v2/tags/${finds[0].id}`,
      });
    });

    it('chooses by taxonomy, and takes a list without any taxonomy for all', async () => {
      expect(await titles('type=term&search=hippo&subtype=category')).to.eql(['Hippos']);
      expect(await titles('type=term&search=hippo&subtype=post')).to.eql(['Hippo tag', 'Hippos']);
    });

    it('pages, and refuses a page past the last one', async () => {
      const { headers, json } = await site.get('/cms/v2/search?type=term&search=hippo&per_page=1&page=2');
      expect(json.map((find: Find) => find.title)).to.eql(['Hippos']);
      expect(headers).to.include({ 'X-CMS-Total': '2', 'X-CMS-TotalPages': '2' });
      const past = await site.get('/cms/v2/search?type=term&search=hippo&page=2');
      expect([past.status, past.json.code]).to.eql([400, 'rest_search_invalid_page_number']);
    });
  });

  describe('for post formats', () => {
    it('finds the formats in use by key or name', async () => {
      expect(await found('type=post-format')).to.have.length(2);
      expect(await found('type=post-format&search=ASI')).to.eql([
        {
          id: 'aside',
          title: 'Aside',
          url: 'http://localhost/type/aside/',
          type: 'post-format',
          _links: { collection: [{ href: 'http://localhost/cms-json/cms/v2/search' }] },
        },
      ]);
      expect(await found('type=post-format&search=video')).to.eql([]);
    });

    it('pages', async () => {
      expect(await titles('type=post-format&per_page=1&page=2')).to.eql(['Quote']);
    });
  });

  it('lets plugins adjust what is searched', async () => {
    expect(await found('search=Rhino')).to.have.length(5);
    expect(await found('type=term&search=Rhino')).to.have.length(2);
    expect(await titles('type=post-format&search=Rhino')).to.eql(['Quote']);
  });

  it('refuses types, contexts and pages that are not there', async () => {
    for (const query of ['type=user', 'type=constructor', 'context=edit', 'per_page=101', 'page=0']) {
      const { status, json } = await site.get(`/cms/v2/search?${query}`);
      expect([status, json.code], query).to.eql([400, 'rest_invalid_param']);
    }
  });
});
