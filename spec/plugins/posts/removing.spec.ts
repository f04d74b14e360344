import { expect } from 'chai';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { codeOf, openPostSite, type PostSite, tapping } from './post-site.ts';

describeOnDatabases('items that go away', (freshDatabase) => {
  let site: PostSite;

  before(async () => {
    site = await openPostSite({ url: await freshDatabase() });
  });
  after(() => site.close());

  const addComment = (post: number, approved: string) =>
    site.database.insert('comments', { comment_post_ID: post, comment_approved: approved, comment_content: 'x' });

  const commentStatuses = async (post: number) => {
    const rows = await site.database.db
      .selectFrom('comments')
      .select('comment_approved')
      .where('comment_post_ID', '=', post)
      .orderBy('comment_ID')
      .execute();
    return rows.map((row) => row.comment_approved);
  };

  it('go to the trash with their comments, and come back with them as drafts', async () => {
    const post = await site.posts.insert({ title: 'Trash', status: 'publish' });
    for (const approved of ['1', '0', 'spam']) await addComment(post.id, approved);
    const trashed = await site.posts.trash(post.id);
    expect(trashed).to.include({ status: 'trash', trashedFrom: 'publish' });
    expect(await site.posts.byId(post.id)).to.eql(trashed);
    expect(await site.meta.get('post', post.id, '_wp_trash_meta_status')).to.eql(['publish']);
    expect(await site.meta.get('post', post.id, '_wp_trash_meta_time')).to.eql(['1767355200']);
    expect(await commentStatuses(post.id)).to.eql(['post-trashed', 'post-trashed', 'post-trashed']);

    expect(await site.posts.untrash(post.id)).to.include({ status: 'draft', name: 'trash' });
    expect(await commentStatuses(post.id)).to.eql(['1', '0', 'spam']);
    expect((await site.meta.load('post', [post.id])).get(post.id)?.size).to.equal(0);
  });

  it('remember what they were last, when they go to the trash again after a change has taken them out', async () => {
    const post = await site.posts.insert({ title: 'Again', status: 'publish' });
    await site.posts.trash(post.id);
    await site.posts.update(post.id, { status: 'draft', name: 'anew' });
    expect(await site.posts.trash(post.id)).to.include({ trashedFrom: 'draft' });
    expect(await site.meta.get('post', post.id, '_wp_trash_meta_status')).to.eql(['draft']);
    expect(await site.meta.get('post', post.id, '_wp_trash_meta_time')).to.have.lengthOf(1);
    expect(await site.meta.get('post', post.id, '_wp_desired_post_slug')).to.eql(['again']);
  });

  it('are not trashed twice, nor taken out of where they are not', async () => {
    const post = await site.posts.insert({ title: 'Once' });
    expect(await site.posts.untrash(post.id)).to.equal(null);
    await site.posts.trash(post.id);
    expect(await codeOf(site.posts.trash(post.id))).to.equal('rest_already_trashed');
    expect(await codeOf(site.posts.trash(99_999_999))).to.equal('rest_post_invalid_id');
  });

  it('take their terms, meta and comments with them, and leave their children to their parent', async () => {
    const tag = await site.terms.create('post_tag', 'Gone');
    const top = await site.posts.insert({ type: 'page', title: 'Top', status: 'publish' });
    const page = await site.posts.insert({ type: 'page', title: 'Middle', status: 'publish', parent: top.id });
    const child = await site.posts.insert({ type: 'page', title: 'Leaf', status: 'publish', parent: page.id });
    const file = await site.posts.insert({ type: 'attachment', title: 'File', status: 'inherit', parent: page.id });
    const copy = await site.posts.insert({ type: 'revision', title: 'Copy', status: 'inherit', parent: page.id });
    const post = await site.posts.insert({ title: 'Tagged', status: 'publish' });
    await site.terms.setObjectTerms(post.id, 'post_tag', [tag.id]);
    await site.meta.set('post', page.id, 'colour', 'red');
    const comment = await addComment(page.id, '1');
    await site.meta.set('comment', comment, 'rating', '5');

    await site.posts.delete(page.id);
    await site.posts.delete(post.id);
    expect(await site.posts.byId(page.id)).to.equal(null);
    expect((await site.posts.byId(child.id))?.parent).to.equal(top.id);
    expect((await site.posts.byId(file.id))?.parent).to.equal(top.id);
    expect(await site.posts.byId(copy.id)).to.equal(null);
    expect(await commentStatuses(page.id)).to.eql([]);
    expect(await site.meta.get('post', page.id, 'colour')).to.eql([]);
    expect(await site.meta.get('comment', comment, 'rating')).to.eql([]);
    expect((await site.terms.byId(tag.id))?.count).to.equal(0);
  });

  it('are forgotten by the settings that name them', async () => {
    const page = await site.posts.insert({ type: 'page', title: 'Front', status: 'publish' });
    const news = await site.posts.insert({ type: 'page', title: 'News', status: 'publish' });
    const post = await site.posts.insert({ title: 'Stuck', status: 'publish' });
    await site.posts.setSticky(post.id, true);
    await site.options.set('show_on_front', 'page');
    await site.options.set('page_on_front', page.id);
    await site.options.set('page_for_posts', news.id);
    await site.posts.trash(page.id);
    await site.posts.delete(news.id);
    await site.posts.trash(post.id);
    const setting = (name: string) => String(site.options.get(name));
    expect(['show_on_front', 'page_on_front', 'page_for_posts'].map(setting)).to.eql(['posts', '0', '0']);
    expect(site.posts.isSticky(post.id)).to.equal(false);
  });

  it('stay when a tap that decides fails', async () => {
    const broken = await openPostSite({
      url: await freshDatabase(),
      plugins: [
        tapping(({ hooks }) => {
          hooks.filter('pre_delete_post').tap({ name: 'late', stage: 10 }, () => {
            throw new Error('broken');
          });
        }),
      ],
    });
    const post = await broken.posts.insert({ title: 'Stays', status: 'publish' });
    expect(await codeOf(broken.posts.delete(post.id))).to.match(/spec-taps|broken/);
    expect(await broken.posts.byId(post.id)).to.eql(post);
    await broken.close();
  });

  it('stay when a plugin says so', async () => {
    const guarded = await openPostSite({
      url: await freshDatabase(),
      plugins: [
        tapping(({ hooks }) => {
          hooks.filter('pre_delete_post').tap('guard', (verdict, post) => (post.title === 'Keep' ? false : verdict));
          hooks.filter('pre_trash_post').tap('guard', () => false);
        }),
      ],
    });
    const item = await guarded.posts.insert({ title: 'Keep', status: 'publish' });
    expect(await guarded.posts.delete(item.id)).to.equal(null);
    expect(await guarded.posts.trash(item.id)).to.equal(null);
    expect(await guarded.posts.byId(item.id)).to.eql(item);
    const admin = guarded.user('administrator');
    const forced = await guarded.send('DELETE', `/cms/v2/posts/${item.id}`, { as: admin, query: { force: true } });
    expect([forced.status, (forced.data as { code: string }).code]).to.eql([500, 'rest_cannot_delete']);
    await guarded.close();
  });
});
