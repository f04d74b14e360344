import { expect } from 'chai';
import revisions from '../../../plugins/revisions/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openPostSite, type PostSite, tapping } from '../posts/post-site.ts';

describeOnDatabases('revisions', (freshDatabase) => {
  let site: PostSite;

  before(async () => {
    site = await openPostSite({ url: await freshDatabase(), plugins: [revisions] });
  });
  after(() => site.close());

  const revisionsOf = async (id: number, of = site) =>
    (await of.posts.query({ types: ['revision'], statuses: ['inherit'], parents: [id], perPage: -1 })).posts;

  it('hold what an item became by a change, with who made it and when', async () => {
    const post = await site.posts.insert({ title: 'One', content: 'first', status: 'publish' });
    expect(await revisionsOf(post.id)).to.eql([]);
    site.clock.now += 60_000;
    const changed = await site.posts.update(post.id, { content: 'second' }, { by: site.user('editor', 9) });
    const [revision] = await revisionsOf(post.id);
    expect(revision).to.include({
      type: 'revision',
      status: 'inherit',
      parent: post.id,
      name: `${post.id}-revision-v1`,
      title: 'One',
      content: 'second',
      author: 9,
      date: changed.modified,
      dateGmt: changed.modifiedGmt,
      guid: `http://localhost/?p=${revision?.id}`,
    });
  });

  it('are made by the first change whatever it is, then only when texts differ by more than white space', async () => {
    const post = await site.posts.insert({ title: 'Two', content: 'a b', status: 'publish' });
    const count = async (change: Parameters<PostSite['posts']['update']>[1]) => {
      await site.posts.update(post.id, change);
      return (await revisionsOf(post.id)).length;
    };
    expect(await count({ menuOrder: 1 })).to.equal(1);
    expect(await count({ menuOrder: 2 })).to.equal(1);
    expect(await count({ content: ' a \t b\r\n' })).to.equal(1);
    expect(await count({ title: 'Two!' })).to.equal(2);
    expect(await count({ excerpt: 'x' })).to.equal(3);
  });

  it('are not made by autosaves, nor of types that do not support them', async () => {
    const post = await site.posts.insert({ title: 'Three', status: 'publish' });
    await site.posts.update(post.id, { content: 'x' }, { autosave: true });
    const file = await site.posts.insert({ type: 'attachment', title: 'File', status: 'inherit' });
    await site.posts.update(file.id, { content: 'x' });
    expect([...(await revisionsOf(post.id)), ...(await revisionsOf(file.id))]).to.eql([]);
  });

  it('keep markup that their item was allowed to have', async () => {
    const post = await site.posts.insert({ title: 'Four', content: '<iframe></iframe>', status: 'publish' });
    await site.posts.update(post.id, { title: 'Four!' }, { by: site.user('author') });
    expect((await revisionsOf(post.id))[0]?.content).to.equal('<iframe></iframe>');
  });

  it('are kept up to a number, the oldest of them going first', async () => {
    const few = await openPostSite({
      url: await freshDatabase(),
      plugins: [revisions],
      pluginOptions: { revisions: { keep: 2 } },
    });
    const post = await few.posts.insert({ title: 'Few', status: 'publish' });
    for (const content of ['a', 'b', 'c', 'd']) await few.posts.update(post.id, { content });
    expect((await revisionsOf(post.id, few)).map(({ content }) => content)).to.eql(['d', 'c']);
    await few.close();
  });

  it('are not kept at all where a plugin or the option says so, and leave no link', async () => {
    const none = await openPostSite({
      url: await freshDatabase(),
      plugins: [
        revisions,
        tapping(({ hooks }) => {
          hooks.filter('wp_revisions_to_keep').tap('none', (count, post) => (post.type === 'page' ? 0 : count));
        }),
      ],
    });
    const page = await none.posts.insert({ type: 'page', title: 'Page', status: 'publish' });
    await none.posts.update(page.id, { content: 'x' });
    expect(await revisionsOf(page.id, none)).to.eql([]);
    const answer = await none.send('GET', `/cms/v2/pages/${page.id}`);
    expect(answer.links.get('version-history')?.[0]?.attributes).to.eql({ count: 0 });
    expect(answer.links.has('predecessor-version')).to.equal(false);
    await none.close();
  });

  it('fire an action when they are stored, and may be forced by a plugin', async () => {
    const fired: number[] = [];
    const forced = await openPostSite({
      url: await freshDatabase(),
      plugins: [
        revisions,
        tapping(({ hooks }) => {
          hooks.filter('wp_save_post_revision_check_for_changes').tap('always', () => false);
          hooks.action('_wp_put_post_revision').tap('recorder', (id) => void fired.push(id));
        }),
      ],
    });
    const post = await forced.posts.insert({ title: 'Forced', status: 'publish' });
    await forced.posts.update(post.id, { menuOrder: 1 });
    await forced.posts.update(post.id, { menuOrder: 2 });
    expect(fired).to.have.members((await revisionsOf(post.id, forced)).map(({ id }) => id));
    expect(fired).to.have.lengthOf(2);
    await forced.close();
  });
});

describeOnDatabases('routes of revisions', (freshDatabase) => {
  let site: PostSite;
  let post: number;
  let other: number;

  before(async () => {
    site = await openPostSite({ url: await freshDatabase(), plugins: [revisions] });
    post = (await site.posts.insert({ title: 'One', content: 'pear', status: 'publish', author: 7 })).id;
    other = (await site.posts.insert({ title: 'Other', status: 'publish' })).id;
    for (const content of ['apple', 'apple pie', 'cherry']) {
      site.clock.now += 60_000;
      await site.posts.update(post, { content });
    }
    await site.posts.update(other, { content: 'secret' });
  });
  after(() => site.close());

  const list = async (query: Record<string, unknown>, role = 'author') => {
    const { status, data, headers } = await site.send('GET', `/cms/v2/posts/${post}/revisions`, {
      as: site.user(role),
      query: { context: 'edit', ...query },
    });
    const contents = Array.isArray(data)
      ? data.map((item) => (item as { content: { raw: string } }).content.raw)
      : data;
    return { status, contents, total: headers['X-CMS-Total'], pages: headers['X-CMS-TotalPages'] };
  };

  it('hold all revisions, newest first, when no page is requested', async () => {
    expect(await list({})).to.eql({ status: 200, contents: ['cherry', 'apple pie', 'apple'], total: '3', pages: '1' });
    expect(await list({ per_page: 2, page: 2 })).to.include({ total: '3', pages: '2' });
    expect((await list({ search: 'apple', order: 'asc' })).contents).to.eql(['apple', 'apple pie']);
    expect((await list({ offset: 1, per_page: 1 })).contents).to.eql(['apple pie']);
    expect(await list({ offset: 1 })).to.deep.include({ contents: ['apple pie', 'apple'], total: '3', pages: '1' });
    expect((await list({ page: 1 })).contents).to.eql(['cherry', 'apple pie', 'apple']);
  });

  it('refuse a page, an offset and an order that are beyond the list', async () => {
    const code = async (query: Record<string, unknown>) => {
      const { status, contents } = await list(query);
      return [status, (contents as { code: string }).code];
    };
    expect(await code({ per_page: 1, page: 9 })).to.eql([400, 'rest_revision_invalid_page_number']);
    expect(await code({ per_page: 1, offset: 9 })).to.eql([400, 'rest_revision_invalid_offset_number']);
    expect(await code({ page: 2 })).to.eql([400, 'rest_revision_invalid_page_number']);
    expect(await code({ offset: 3 })).to.eql([400, 'rest_revision_invalid_offset_number']);
    expect((await list({ page: 2, search: 'nothing' })).contents).to.eql([]);
    expect(await code({ orderby: 'relevance' })).to.eql([400, 'rest_no_search_term_defined']);
    expect(await code({ orderby: 'include' })).to.eql([400, 'rest_orderby_include_missing_include']);
    expect(await code({ orderby: 'include_slugs' })).to.eql([200, undefined]);
  });

  it('show a revision only under its own item', async () => {
    const [foreign] = (await site.posts.query({ types: ['revision'], statuses: ['inherit'], parents: [other] })).posts;
    const path = (parent: number) => `/cms/v2/posts/${parent}/revisions/${foreign?.id}`;
    const asAuthor = await site.send('GET', path(post), { as: site.user('author') });
    expect([asAuthor.status, (asAuthor.data as { code: string }).code]).to.eql([
      404,
      'rest_revision_parent_id_mismatch',
    ]);
    expect((await site.send('GET', path(other), { as: site.user('editor') })).status).to.equal(200);
    expect(
      (await site.send('GET', `/cms/v2/posts/${post}/revisions/${post}`, { as: site.user('editor') })).status,
    ).to.equal(404);
  });

  it('delete a revision for those to whom a plugin gives the right', async () => {
    const open = await openPostSite({
      url: await freshDatabase(),
      plugins: [
        revisions,
        tapping(({ hooks }) => {
          const tap = { name: 'right', after: 'posts' };
          hooks.filter('map_meta_cap').tap(tap, (caps, cap) => (cap === 'delete_post' ? ['edit_others_posts'] : caps));
        }),
      ],
    });
    const { id } = await open.posts.insert({ title: 'One', status: 'publish' });
    await open.posts.update(id, { content: 'x' });
    const [revision] = (await open.posts.query({ types: ['revision'], statuses: ['inherit'], parents: [id] })).ids;
    const path = `/cms/v2/posts/${id}/revisions/${revision}`;
    const editor = open.user('editor');
    expect((await open.send('DELETE', path, { as: open.user('author') })).status).to.equal(403);
    expect((await open.send('DELETE', path, { as: editor })).status).to.equal(501);
    const gone = await open.send('DELETE', path, { as: editor, query: { force: true } });
    expect([gone.status, (gone.data as { deleted: boolean }).deleted]).to.eql([200, true]);
    expect(await open.posts.byId(revision!)).to.equal(null);
    await open.close();
  });
});
