import { expect } from 'chai';
import { RequestContext } from '../../../core/index.ts';
import { ContentTypes } from '../../../plugins/content-types/index.ts';
import type { PostInput } from '../../../plugins/posts/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';
import { openPostSite, type PostSite, tapping } from './post-site.ts';

const DATE = '2016-02-03 04:05:06';

const types = tapping(({ hooks, use }) => {
  const registry = use(ContentTypes);
  hooks.action('init').tap('types', () => {
    registry.register('book', { public: true, rewrite: { slug: 'library' } });
    registry.register('chapter', { public: true, hierarchical: true });
    registry.register('note', { public: true, rewrite: false });
  });
});

describe('addresses of items', () => {
  let site: PostSite;

  before(async () => {
    site = await openPostSite({ plugins: [{ ...types, requires: { 'content-types': '*' } }] });
  });
  after(() => site.close());

  const add = (input: PostInput) => site.posts.insert({ status: 'publish', content: 'x', date: DATE, ...input });
  const linkOf = async (input: PostInput) => site.permalinks.forPost(await add(input));

  const withStructure = async <T>(structure: string, work: () => Promise<T>): Promise<T> => {
    const old = site.options.get('permalink_structure');
    await site.options.set('permalink_structure', structure);
    try {
      return await work();
    } finally {
      await site.options.set('permalink_structure', old);
    }
  };

  it('of posts fill in the tags of the structure', async () => {
    const users = site.generation.services.get('spec', UserStore);
    const author = await users.create({ login: 'ann', email: 'ann@example.org', password: 'x', roles: ['author'] });
    const root = await site.terms.create('category', 'Root');
    const leaf = await site.terms.create('category', 'Leaf', { parent: root.id });
    const post = await add({ title: 'Tags', author: author.id, categories: [leaf.id] });
    const bare = await add({ title: 'Bare', author: author.id });
    const link = (structure: string, of = post) => withStructure(structure, async () => site.permalinks.forPost(of));
    expect(await link('/%year%/%monthnum%/%day%/%hour%/%minute%/%second%/%postname%/')).to.equal(
      'http://localhost/2016/02/03/04/05/06/tags/',
    );
    expect(await link('/archives/%post_id%')).to.equal(`http://localhost/archives/${post.id}`);
    expect(await link('/%author%/%category%/%postname%.html')).to.equal('http://localhost/ann/root/leaf/tags.html');
    expect(await link('/%category%/%postname%/', bare)).to.equal('http://localhost/uncategorized/bare/');
    expect(await link('/%nothing%/%postname%/')).to.equal('http://localhost/%nothing%/tags/');
    expect(await link('')).to.equal(`http://localhost/?p=${post.id}`);
  });

  it('of items that are not public are plain', async () => {
    for (const status of ['draft', 'pending', 'trash', 'auto-draft']) {
      const post = await add({ title: status, status });
      expect(await site.permalinks.forPost(post), status).to.equal(`http://localhost/?p=${post.id}`);
    }
    const page = await add({ type: 'page', title: 'Draft', status: 'draft' });
    expect(await site.permalinks.forPost(page)).to.equal(`http://localhost/?page_id=${page.id}`);
    const secret = await add({ title: 'Secret', status: 'private' });
    const asEditor = new RequestContext({ user: site.user('editor') });
    expect(await site.permalinks.forPost(secret)).to.equal(`http://localhost/?p=${secret.id}`);
    expect(await site.permalinks.forPost(secret, asEditor)).to.equal('http://localhost/2016/02/03/secret/');
  });

  it('of pages hold their ancestors; the front page is the home', async () => {
    const top = await add({ type: 'page', title: 'Top' });
    const middle = await add({ type: 'page', title: 'Middle', parent: top.id });
    const leaf = await add({ type: 'page', title: 'Leaf', parent: middle.id });
    expect(await site.permalinks.forPost(leaf)).to.equal('http://localhost/top/middle/leaf/');
    await site.options.set('show_on_front', 'page');
    await site.options.set('page_on_front', top.id);
    expect(await site.permalinks.forPost(top)).to.equal('http://localhost/');
    await site.options.set('show_on_front', 'posts');
    expect(await withStructure('', async () => site.permalinks.forPost(leaf))).to.equal(
      `http://localhost/?page_id=${leaf.id}`,
    );
  });

  it('of pages whose ancestors go in a circle end', async () => {
    const one = await add({ type: 'page', title: 'One' });
    const two = await add({ type: 'page', title: 'Two', parent: one.id });
    await site.database.db.updateTable('posts').set({ post_parent: two.id }).where('ID', '=', one.id).execute();
    const round = (await site.posts.byId(one.id))!;
    expect(await site.permalinks.forPost(round)).to.equal('http://localhost/two/one/');
  });

  it('of types of plugins stand under the slug of the type', async () => {
    expect(await linkOf({ type: 'book', title: 'Dune' })).to.equal('http://localhost/library/dune/');
    const part = await add({ type: 'chapter', title: 'Part' });
    expect(await linkOf({ type: 'chapter', title: 'First', parent: part.id })).to.equal(
      'http://localhost/chapter/part/first/',
    );
    expect(await linkOf({ type: 'note', title: 'Loose' })).to.equal('http://localhost/?note=loose');
    const draft = await add({ type: 'book', title: 'Draft', status: 'draft' });
    expect(await site.permalinks.forPost(draft)).to.equal(`http://localhost/?post_type=book&p=${draft.id}`);
    await withStructure('/blog/%postname%/', async () => {
      expect(await linkOf({ type: 'book', title: 'Emma' })).to.equal('http://localhost/blog/library/emma/');
    });
  });

  it('of files stand under what they belong to', async () => {
    const post = await add({ title: 'Holder' });
    const draft = await add({ title: 'Draft holder', status: 'draft' });
    const file = (input: PostInput) => add({ type: 'attachment', status: 'inherit', ...input });
    const link = async (input: PostInput) => site.permalinks.forPost(await file(input));
    expect(await link({ title: 'Alone' })).to.equal('http://localhost/alone/');
    expect(await link({ title: 'Kept', parent: post.id })).to.equal('http://localhost/2016/02/03/holder/kept/');
    expect(await link({ title: '55', parent: post.id })).to.equal('http://localhost/2016/02/03/holder/attachment/55/');
    const hidden = await file({ title: 'Hidden', parent: draft.id });
    expect(await site.permalinks.forPost(hidden)).to.equal(`http://localhost/?attachment_id=${hidden.id}`);
  });

  it('of samples leave the place of the slug open, and have the slug of the title', async () => {
    const context = new RequestContext();
    await add({ title: 'Sample' });
    const draft = await add({ title: 'Sample', status: 'draft' });
    expect(await site.permalinks.sample(draft, context)).to.eql({
      template: 'http://localhost/2016/02/03/%postname%/',
      slug: 'sample-2',
    });
    const top = await add({ type: 'page', title: 'Sample top' });
    const page = await add({ type: 'page', title: 'Sample page', parent: top.id });
    expect(await site.permalinks.sample(page, context)).to.eql({
      template: 'http://localhost/sample-top/%pagename%/',
      slug: 'sample-page',
    });
    const book = await add({ type: 'book', title: 'Sample book' });
    expect((await site.permalinks.sample(book, context)).template).to.equal('http://localhost/library/%pagename%/');
  });

  it('follow the way in which addresses of the site are written', async () => {
    const index = await openPostSite({ site: { permalinks: 'index' } });
    const post = await index.posts.insert({ title: 'Index', status: 'publish', date: DATE });
    const page = await index.posts.insert({ type: 'page', title: 'Page', status: 'publish' });
    expect(await index.permalinks.forPost(post)).to.equal('http://localhost/index.php/2016/02/03/index/');
    expect(await index.permalinks.forPost(page)).to.equal('http://localhost/index.php/page/');
    await index.close();
    const plain = await openPostSite({ site: { permalinks: 'plain' } });
    const other = await plain.posts.insert({ title: 'Plain', status: 'publish' });
    expect(await plain.permalinks.forPost(other)).to.equal(`http://localhost/?p=${other.id}`);
    await plain.close();
  });

  it('are stored as identifiers, plain ones where they are too long to be stored', async () => {
    const post = await add({ title: 'Guid' });
    expect(post.guid).to.equal('http://localhost/2016/02/03/guid/');
    const top = await add({ type: 'page', title: 'x', name: 'x'.repeat(190) });
    const page = await add({ type: 'page', title: 'y', name: 'y'.repeat(190), parent: top.id });
    expect(page.guid).to.equal(`http://localhost/?page_id=${page.id}`);
    expect(await site.permalinks.forPost(page)).to.have.length.above(255);
  });
});
