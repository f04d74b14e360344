import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type CurrentUser, createHost, type Host, UserLoader } from '../../host/index.ts';
import { PostStore } from '../../plugins/posts/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { type Served, serve } from '../support/serve.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/plugins/library', import.meta.url));

describe('the plugins of third parties', () => {
  it('run together, dropped in as folders, among all that come with the host', async () => {
    const folder = fileURLToPath(new URL('../fixtures/plugins', import.meta.url));
    const plugins = { folders: [folder], disabled: ['fields'] };
    const all = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins });
    const { json } = await serve(all.generation, 'GET', '/');
    expect(json.namespaces).to.include.members(['jwt-auth/v1', 'webhooks/v1']);
    expect(json.authentication).to.have.keys('application-passwords', 'jwt-auth');
    expect(json.routes).to.include.keys('/cms/v2/events', '/cms/v2/venues', '/cms/v2/books');
    const { id } = await all.generation.services
      .get('spec', PostStore)
      .insert({ title: 'One', content: 'one two', status: 'publish' });
    const narrowed = await serve(all.generation, 'GET', `/cms/v2/posts/${id}?_fields=ti*,word_count,-title.raw`);
    expect(narrowed.json).to.deep.equal({ title: { rendered: 'One' }, word_count: 2 });
    await all.close();
  });
});

describe('a plugin of a third party', () => {
  let host: Host;
  const users: Record<string, CurrentUser> = {};

  before(async () => {
    host = await createHost({
      logLevel: 'silent',
      database: 'sqlite::memory:',
      plugins: { folders: [FOLDER] },
      options: { passwords: { cost: 10 } },
    });
    const { services } = host.generation;
    for (const role of ['administrator', 'editor', 'author']) {
      const made = await services
        .get('spec', UserStore)
        .create({ login: role, email: `${role}@example.org`, password: role, roles: [role] });
      users[role] = (await services.get('spec', UserLoader).load(made.id))!;
    }
  });
  after(() => host.close());

  const ask = (method: string, path: string, role?: string, json?: unknown): Promise<Served> =>
    serve(host.generation, method, path, { user: role === undefined ? undefined : users[role], json });

  const schemaOf = async (path: string) => (await ask('OPTIONS', path)).json.schema.properties;

  const makeBook = async (more: object = {}) => {
    const { json: shelf } = await ask('POST', '/cms/v2/shelves', 'editor', { name: `Shelf ${Math.random()}` });
    const book = { title: 'Emma', content: 'A novel.', status: 'publish', shelves: [shelf.id], pages: 474, ...more };
    return { shelf, answer: await ask('POST', '/cms/v2/books', 'author', book) };
  };

  it('has its routes in the index', async () => {
    const { routes } = (await ask('GET', '/')).json;
    expect(routes).to.include.keys(
      '/cms/v2/books',
      '/cms/v2/books/(?P<id>[\\d]+)',
      '/cms/v2/books/(?P<parent>[\\d]+)/revisions',
      '/cms/v2/books/(?P<id>[\\d]+)/autosaves',
      '/cms/v2/shelves',
      '/cms/v2/shelves/(?P<id>[\\d]+)',
    );
    const { args } = routes['/cms/v2/books'].endpoints.find(
      ({ methods }: { methods: string[] }) => methods[0] === 'POST',
    );
    expect(args).to.include.keys('shelves', 'pages', 'meta');
    expect(args.pages).to.include({ type: 'integer', minimum: 0 });
  });

  it('registers a content type with its taxonomy', async () => {
    const { json: type } = await ask('GET', '/cms/v2/types/book');
    expect(type).to.include({ name: 'Books', slug: 'book', rest_base: 'books', has_archive: 'catalogue' });
    expect(type.taxonomies).to.eql(['shelf']);
    const { json: taxonomy } = await ask('GET', '/cms/v2/taxonomies/shelf');
    expect(taxonomy).to.include({ name: 'Shelves', slug: 'shelf', hierarchical: true, rest_base: 'shelves' });
    expect(taxonomy.types).to.eql(['book']);
  });

  it('has items of its type written and read, with their terms', async () => {
    const { shelf, answer } = await makeBook();
    expect(answer.status).to.equal(201);
    const { id, link } = answer.json;
    expect(link).to.equal('http://localhost/book/emma/');
    const { json } = await ask('GET', `/cms/v2/books?shelves=${shelf.id}`);
    expect(json.map((book: { id: number }) => book.id)).to.eql([id]);
    expect(json[0].shelves).to.eql([shelf.id]);
    expect((await ask('GET', `/cms/v2/shelves/${shelf.id}`)).json.count).to.equal(1);
    expect((await ask('GET', `/cms/v2/posts/${id}`)).status).to.equal(404);
  });

  it('adds a field to its type alone, with a schema', async () => {
    const { answer } = await makeBook();
    expect(answer.json.pages).to.equal(474);
    const path = `/cms/v2/books/${answer.json.id}`;
    expect((await ask('POST', path, 'author', { pages: 500 })).json.pages).to.equal(500);
    expect((await ask('GET', path)).json.pages).to.equal(500);
    expect((await ask('POST', path, 'author', { pages: -1 })).json.code).to.equal('rest_invalid_param');
    expect((await schemaOf('/cms/v2/books')).pages).to.include({ type: 'integer', minimum: 0 });
    expect(await schemaOf('/cms/v2/posts')).to.not.have.property('pages');
  });

  it('registers a key of metadata, which is checked by its schema', async () => {
    const { answer } = await makeBook({ meta: { isbn: '9780141439587' } });
    expect(answer.json.meta).to.eql({ isbn: '9780141439587' });
    const refused = await ask('POST', `/cms/v2/books/${answer.json.id}`, 'author', { meta: { isbn: 'none' } });
    expect([refused.status, refused.json.code]).to.eql([400, 'rest_invalid_param']);
    expect((await schemaOf('/cms/v2/books')).meta.properties.isbn).to.include({ type: 'string' });
  });

  it('has revisions of its items', async () => {
    const { id } = (await makeBook()).answer.json;
    await ask('POST', `/cms/v2/books/${id}`, 'author', { content: 'Another edition.' });
    const { json } = await ask('GET', `/cms/v2/books/${id}/revisions`, 'author');
    expect(json[0].content.rendered).to.contain('Another edition.');
  });

  it('registers a setting', async () => {
    expect((await ask('GET', '/cms/v2/settings', 'administrator')).json.loan_days).to.equal(28);
    const changed = await ask('POST', '/cms/v2/settings', 'administrator', { loan_days: 14 });
    expect(changed.json.loan_days).to.equal(14);
    const refused = await ask('POST', '/cms/v2/settings', 'administrator', { loan_days: 0 });
    expect(refused.json.code).to.equal('rest_invalid_param');
    expect((await schemaOf('/cms/v2/settings')).loan_days).to.include({ type: 'integer', minimum: 1, maximum: 365 });
  });

  it('registers a dynamic block, rendered by itself and in content', async () => {
    await makeBook({ title: 'Persuasion <3' });
    const asked = await ask(
      'GET',
      '/cms/v2/block-renderer/library/new-books?context=edit&attributes[count]=1',
      'author',
    );
    expect(asked.json.rendered).to.equal('<ul class="new-books"><li>Persuasion &lt;3</li></ul>');
    const refused = await ask(
      'GET',
      '/cms/v2/block-renderer/library/new-books?context=edit&attributes[count]=99',
      'author',
    );
    expect([refused.status, refused.json.code]).to.eql([400, 'rest_invalid_param']);
    const content = '<!-- wp:library/new-books {"count":1} /-->';
    const page = await ask('POST', '/cms/v2/posts', 'author', { title: 'News', content, status: 'publish' });
    expect(page.json.content.rendered).to.contain('<li>Persuasion &lt;3</li>');
  });

  it('registers a search handler', async () => {
    const { id, link } = (await makeBook({ meta: { isbn: '9780140434866' } })).answer.json;
    const { json, headers } = await ask('GET', '/cms/v2/search?type=isbn&search=9780140434866');
    expect(json[0]).to.include({ id, title: 'Emma', url: link, type: 'isbn', subtype: 'book' });
    expect(headers['X-CMS-Total']).to.equal('1');
    expect((await schemaOf('/cms/v2/search')).type.enum).to.contain('isbn');
    expect((await ask('GET', '/cms/v2/search?type=isbn&subtype=book&search=none')).json).to.eql([]);
  });

  it('adds a size of avatars', async () => {
    const { json } = await ask('GET', '/cms/v2/users/me', 'author');
    expect(Object.keys(json.avatar_urls)).to.eql(['24', '48', '96', '192']);
    expect((await schemaOf('/cms/v2/users')).avatar_urls.properties).to.have.property('192');
    expect((await schemaOf('/cms/v2/comments')).author_avatar_urls.properties).to.have.property('192');
  });
});
