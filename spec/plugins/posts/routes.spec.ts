import { expect } from 'chai';
import { type CurrentUser, RestError } from '../../../core/index.ts';
import { ContentTypes } from '../../../plugins/content-types/index.ts';
import { Taxonomies } from '../../../plugins/taxonomies/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openPostSite, type PostSite, type SendOptions, tapping } from './post-site.ts';

/** The members of answers that these specs look at. */
interface Item {
  readonly id: number;
  readonly code: string;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string };
  readonly [field: string]: unknown;
}

describeOnDatabases('routes of items', (freshDatabase) => {
  let site: PostSite;
  let admin: CurrentUser;

  before(async () => {
    const extra = tapping(({ hooks, use }) => {
      hooks.action('init').tap('extra', () => {
        use(ContentTypes).register('book', {
          public: true,
          show_in_rest: true,
          rest_base: 'books',
          rest_namespace: 'library/v1',
          supports: ['title', 'editor', 'custom-fields'],
          taxonomies: ['genre'],
        });
        use(Taxonomies).register('genre', 'book', {
          show_in_rest: true,
          rest_base: 'genres',
          default_term: { name: 'Novel' },
          capabilities: { assign_terms: 'edit_others_posts' },
        });
      });
      hooks.action('rest_api_init').tap('extra', (server) => {
        server.registerField('post', 'colour', {
          get_callback: (data) => `colour of ${data.id}`,
          update_callback: (value) =>
            value === 'bad' ? new RestError('bad_colour', 'Bad.', { status: 400 }) : undefined,
          schema: { type: 'string', context: ['view', 'edit'] },
        });
      });
      hooks.filter('pre_trash_post').tap('extra', (refusal, { title }) => {
        if (title === 'Kept by a fault') throw new RestError('kept', 'Kept.', { status: 500 });
        return refusal;
      });
    });
    site = await openPostSite({
      url: await freshDatabase({ again: true }),
      plugins: [{ ...extra, requires: { 'content-types': '*', taxonomies: '*' } }],
    });
    admin = site.user('administrator');
  });
  after(() => site.close());

  const send = async (method: string, path: string, options: SendOptions = {}) => {
    const { status, data, headers } = await site.send(method, `/cms/v2/${path}`, options);
    return { status, data: data as Item, headers };
  };
  const make = async (body: Record<string, unknown>, as = admin, path = 'posts') => send('POST', path, { as, body });

  it('answer 404 or an empty list for ids that no item can have', async () => {
    const huge = '99999999999999999999999';
    expect((await send('GET', `posts/${huge}`)).status).to.equal(404);
    expect((await send('POST', 'posts/1', { as: admin, body: { id: -1 } })).data.code).to.equal('rest_post_invalid_id');
    const lists = [
      { include: huge },
      { include: '-1' },
      { exclude: huge },
      { author: huge },
      { page: huge, include: '1' },
      { offset: huge },
      { search: 'a\0b' },
      { slug: '\0,💥,constructor' },
    ];
    for (const query of lists) {
      const { status } = await send('GET', 'posts', { query });
      expect(status, JSON.stringify(query)).to.equal(200);
    }
    const order = await send('GET', 'pages', { query: { menu_order: huge } });
    expect([order.status, order.data]).to.eql([200, []]);
  });

  it('store what no database holds as it can be held', async () => {
    const made = await make({ title: 'a\0b', content: 'c\0', excerpt: '\0', password: 'p\0w' });
    expect(made.status).to.equal(201);
    expect([made.data.title.raw, made.data.content.raw, made.data.password]).to.eql(['ab', 'c', 'pw']);
    expect((await make({ title: 'x', menu_order: 1e12 }, admin, 'pages')).data.menu_order).to.equal(2 ** 31 - 1);
    expect((await make({ title: 'x', password: 'p'.repeat(256) })).status).to.equal(400);
    expect((await make({ title: 'x'.repeat(10_000), status: 'publish' })).status).to.equal(201);
  });

  it('clean what users write who may not use any markup', async () => {
    const body = { title: '<script>x</script><em>T</em>', content: '<p onclick="x()">C</p><iframe></iframe>' };
    const byAuthor = await make(body, site.user('author'));
    expect([byAuthor.data.title.raw, byAuthor.data.content.raw]).to.eql(['x<em>T</em>', '<p>C</p>']);
    const byEditor = await make(body, site.user('editor'));
    expect([byEditor.data.title.raw, byEditor.data.content.raw]).to.eql([body.title, body.content]);
    const changed = await send('POST', `posts/${byEditor.data.id}`, {
      as: site.user('editor'),
      body: { excerpt: 'x' },
    });
    expect(changed.data.content.raw).to.equal(body.content);
  });

  it('store all of an item or nothing', async () => {
    const before = (await site.posts.query({ statuses: ['any'], perPage: 1 })).total;
    const refused = await make({ title: 'Half', colour: 'bad', sticky: true });
    expect([refused.status, refused.data.code]).to.eql([400, 'bad_colour']);
    expect((await site.posts.query({ statuses: ['any'], perPage: 1 })).total).to.equal(before);
    const { data } = await make({ title: 'Whole', colour: 'red' });
    expect(data.colour).to.equal(`colour of ${data.id}`);
    const changed = await send('POST', `posts/${data.id}`, { as: admin, body: { title: 'Half', colour: 'bad' } });
    expect(changed.status).to.equal(400);
    expect((await site.posts.byId(data.id))?.title).to.equal('Whole');
  });

  it('serve the items of types that plugins make, with their taxonomies and default terms', async () => {
    const post = async (body: object, as = admin) => site.send('POST', '/library/v1/books', { as, body: { ...body } });
    const made = (await post({ title: 'Dune', status: 'publish' })).data as Item;
    expect(made).to.include({ type: 'book', slug: 'dune', link: 'http://localhost/book/dune/' });
    expect(made).to.not.have.any.keys('sticky', 'format', 'categories', 'excerpt', 'author');
    const novel = (await site.terms.bySlug('novel', 'genre'))!;
    expect(made.genres).to.eql([novel.id]);
    const list = await site.send('GET', '/library/v1/books', { query: { genres: [novel.id] } });
    expect((list.data as Item[]).map(({ id }) => id)).to.eql([made.id]);
    const byContributor = await post({ title: 'x', genres: [novel.id] }, site.user('contributor'));
    expect((byContributor.data as Item).code).to.equal('rest_cannot_assign_term');
    const unknown = await post({ title: 'x', genres: [99_999_999] }, site.user('contributor'));
    expect(unknown.status).to.equal(201);
  });

  it('take a number or a boolean under raw for its text, and no other value', async () => {
    const { data: post } = await make({ title: { raw: 5 }, content: { raw: 1.5 }, excerpt: { raw: true } });
    const texts = ({ title, content, excerpt }: Item) => [title.raw, content.raw, (excerpt as { raw: string }).raw];
    expect(texts(post)).to.eql(['5', '1.5', '1']);
    for (const value of [{ raw: null }, { raw: [1] }, { raw: {} }, {}, [], 7, null]) {
      const { data } = await send('POST', `posts/${post.id}`, { as: admin, body: { title: value, content: value } });
      expect(texts(data), JSON.stringify(value)).to.eql(['5', '1.5', '1']);
    }
  });

  it('refuse the term id 0, from every user, and store nothing', async () => {
    const { data: post } = await make({ title: 'Terms', content: 'x' });
    for (const body of [{ categories: [0] }, { tags: ['0'] }, { categories: [1, 0] }]) {
      const { status, data } = await send('POST', `posts/${post.id}`, { as: admin, body });
      expect([status, data.code], JSON.stringify(body)).to.eql([403, 'rest_cannot_assign_term']);
    }
    expect((await send('POST', `posts/${post.id}`, { as: admin, body: { tags: [-1, 99_999_999] } })).data.tags).to.eql(
      [],
    );
  });

  it('refuse an empty filter by terms', async () => {
    for (const name of ['categories', 'tags', 'categories_exclude']) {
      for (const value of ['', []]) {
        const { status, data } = await send('GET', 'posts', { query: { [name]: value } });
        expect([status, data.code], name).to.eql([400, 'rest_invalid_param']);
      }
      for (const value of [',', { terms: '' }, { terms: [] }]) {
        expect((await send('GET', 'posts', { query: { [name]: value } })).status, name).to.equal(200);
      }
    }
  });

  it('hide items behind a password from searches of the anonymous', async () => {
    const { data } = await make({ title: 'Quagga', content: 'x', status: 'publish', password: 'secret' });
    const found = async (as?: CurrentUser) =>
      ((await send('GET', 'posts', { as, query: { search: 'quagga' } })).data as unknown as Item[]).map(({ id }) => id);
    expect(await found()).to.eql([]);
    expect(await found(site.user('subscriber'))).to.eql([data.id]);
  });

  it('say in Allow what the user may do with this item', async () => {
    const { data } = await make({ title: 'Allowed', status: 'publish' });
    const allow = async (as?: CurrentUser) => (await send('GET', `posts/${data.id}`, { as })).headers.Allow;
    expect(await allow()).to.equal('GET');
    expect(await allow(site.user('author'))).to.equal('GET, POST, PUT, PATCH, DELETE');
    expect(await allow(site.user('author', 8))).to.equal('GET');
    const trashed = await send('DELETE', `posts/${data.id}`, { as: admin });
    expect(trashed.headers.Allow).to.equal('GET, POST, PUT, PATCH, DELETE');
  });

  it('give what users leave behind to another, or remove it', async () => {
    const users = site.generation.services.get('spec', UserStore);
    const author = (login: string) =>
      users.create({ login, email: `${login}@example.org`, password: 'x', roles: ['author'] });
    const [gone, heir, lost] = [await author('gone'), await author('heir'), await author('lost')];
    const other = await site.posts.insert({ title: 'Kept', author: gone.id });
    const trashed = await site.posts.insert({ title: 'Trashed', author: lost.id, status: 'publish' });
    const block = await site.posts.insert({ type: 'attachment', title: 'Removed', author: lost.id, status: 'inherit' });
    await users.delete(gone.id, heir.id);
    await users.delete(lost.id, null);
    expect((await site.posts.byId(other.id))?.author).to.equal(heir.id);
    expect((await site.posts.byId(trashed.id))?.status).to.equal('trash');
    expect(await site.posts.byId(block.id)).to.equal(null);
  });

  it('of a user are given to another in parts, however many they are', async () => {
    const users = site.generation.services.get('spec', UserStore);
    const { id: author } = await users.create({ login: 'parting', email: 'parting@example.org', roles: ['author'] });
    const { id: heir } = await users.create({ login: 'taking', email: 'taking@example.org', roles: ['author'] });
    const texts = { post_content: '', post_title: 'Given', post_excerpt: '', to_ping: '', pinged: '' };
    const row = { ...texts, post_content_filtered: '', post_author: author };
    await site.database.insertAll(
      'posts',
      Array.from({ length: 1001 }, () => row),
    );
    const posts = site.database.tracker.dependency('posts');
    const before = posts.version;
    await users.delete(author, heir);
    expect(posts.version - before).to.be.at.least(3);
    const { ids } = await site.posts.query({ authors: [heir], statuses: ['any'], perPage: -1 });
    expect(ids).to.have.lengthOf(1001);
  });

  it('of a user are removed one by one, so that a fault keeps the user and what is left', async () => {
    const users = site.generation.services.get('spec', UserStore);
    const { id: author } = await users.create({ login: 'going', email: 'going@example.org', roles: ['author'] });
    const insert = (title: string) => site.posts.insert({ title, author, status: 'publish' });
    const [first, kept, last] = [await insert('First'), await insert('Kept by a fault'), await insert('Last')];
    const { status } = await send('DELETE', `users/${author}`, { as: admin, query: { force: true, reassign: false } });
    expect(status).to.equal(500);
    const states = [...(await site.posts.byIds([first.id, kept.id, last.id])).values()].map((item) => item.status);
    expect(states).to.have.members(['trash', 'publish', 'publish']);
    expect(await users.byId(author)).to.include({ id: author });
  });
});
