import { expect } from 'chai';
import { RequestContext } from '../../../core/index.ts';
import type { CommentInput } from '../../../plugins/comments/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { openStoreStage, type StoreStage } from './store-stage.ts';

describeOnDatabases('the store of comments', (freshDatabase) => {
  let stage: StoreStage;
  let post: number;

  before(async () => {
    stage = await openStoreStage(await freshDatabase({ again: true }));
    post = await stage.database.insert('posts', { post_title: 'An item' });
  });
  after(() => stage.generation.dispose());
  beforeEach(() => {
    stage.fired.length = 0;
  });

  const make = (input: CommentInput = {}) => stage.store.insert({ post, content: 'Said', ...input });
  const count = async (id = post) => {
    const row = await stage.database.db.selectFrom('posts').select('comment_count').where('ID', '=', id).execute();
    return row[0]?.comment_count;
  };

  it('dates a comment now, and gives it a default type and status', async () => {
    const comment = await make();
    expect(comment).to.include({ date: '2026-01-02 03:04:05', dateGmt: '2026-01-02 03:04:05' });
    expect(comment).to.include({ approved: '1', type: 'comment', parent: 0, author: 0 });
    expect(stage.fired).to.eql([
      ['wp_update_comment_count', [post]],
      ['wp_insert_comment', comment.id],
    ]);
  });

  it('reads comments by id, alone, together and through a loader in one statement', async () => {
    const [first, second] = [await make(), await make()];
    expect(await stage.store.byId(first.id)).to.eql(first);
    expect(await stage.store.byId(9_999_999)).to.equal(null);
    expect([...(await stage.store.byIds([second.id, first.id, 9_999_999])).keys()]).to.have.members([
      first.id,
      second.id,
    ]);
    const loader = stage.store.loader(new RequestContext());
    const before = stage.database.statements.count;
    const ids = [second.id, 9_999_999, first.id];
    expect(await Promise.all(ids.map((id) => loader.load(id)))).to.eql([second, null, first]);
    expect(stage.database.statements.count - before).to.equal(1);
  });

  it('counts the approved comments of an item as they come, change, move and go', async () => {
    const item = await stage.database.insert('posts', { post_title: 'Counted' });
    const other = await stage.database.insert('posts', { post_title: 'Other' });
    const [first, second] = [await make({ post: item }), await make({ post: item })];
    await make({ post: item, approved: '0' });
    expect(await count(item)).to.equal(2);
    await stage.store.setStatus(first.id, '0');
    expect(await count(item)).to.equal(1);
    await stage.store.update(second.id, { post: other });
    expect([await count(item), await count(other)]).to.eql([0, 1]);
    await stage.store.delete(second.id);
    expect(await count(other)).to.equal(0);
  });

  it('changes what is given and leaves the rest', async () => {
    const comment = await make({ authorName: 'Ann', authorIp: '10.0.0.1' });
    const changed = await stage.store.update(comment.id, { content: 'Changed', date: '2020-05-05 05:05:05' });
    expect(changed).to.eql({
      ...comment,
      content: 'Changed',
      date: '2020-05-05 05:05:05',
      dateGmt: '2020-05-05 05:05:05',
    });
    expect(stage.fired.at(-1)).to.eql(['edit_comment', comment.id]);
  });

  it('fires a hook when a status changes, with the names of both', async () => {
    const { id } = await make();
    stage.fired.length = 0;
    await stage.store.setStatus(id, '0');
    expect(stage.fired).to.eql([
      ['wp_update_comment_count', [post]],
      ['wp_set_comment_status', id, '0'],
      ['transition_comment_status', 'unapproved', 'approved'],
    ]);
    stage.fired.length = 0;
    await stage.store.setStatus(id, '0');
    expect(stage.fired).to.eql([['wp_set_comment_status', id, '0']]);
  });

  for (const [bin, into, outOf] of [
    ['trash', 'trash', 'untrash'],
    ['spam', 'spam', 'unspam'],
  ] as const) {
    it(`gives a comment the status that it had before ${bin}`, async () => {
      for (const approved of ['0', '1']) {
        const { id } = await make({ approved });
        // The second is that of another client at the same time.
        await Promise.all([stage.store[into](id), stage.store[into](id)]);
        expect((await stage.store.byId(id))?.approved).to.equal(bin);
        expect(await stage.meta.get('comment', id, '_wp_trash_meta_status')).to.eql([approved]);
        expect(await stage.meta.get('comment', id, '_wp_trash_meta_time')).to.eql(['1767323045']);
        expect((await stage.store[outOf](id)).approved).to.equal(approved);
        expect(await stage.meta.get('comment', id, '_wp_trash_meta_status')).to.eql([]);
      }
    });
  }

  it('holds a comment that leaves the trash when its status before is unknown', async () => {
    const { id } = await make({ approved: 'trash' });
    expect((await stage.store.untrash(id)).approved).to.equal('0');
  });

  it('moves the answers of a deleted comment up, and deletes its meta', async () => {
    const root = await make();
    const middle = await make({ parent: root.id });
    const leaf = await make({ parent: middle.id });
    await stage.meta.set('comment', middle.id, 'mood', 'good');
    stage.fired.length = 0;
    expect(await stage.store.delete(middle.id)).to.eql(middle);
    expect((await stage.store.byId(leaf.id))?.parent).to.equal(root.id);
    expect(await stage.meta.get('comment', middle.id, 'mood')).to.eql([]);
    expect(stage.fired.map(([name]) => name)).to.eql([
      'delete_comment',
      'wp_update_comment_count',
      'deleted_comment',
      'transition_comment_status',
    ]);
  });

  it('refuses to write a comment that is not there', async () => {
    const { store } = stage;
    const writes = [
      () => store.update(9_999_999, { content: 'x' }),
      () => store.setStatus(9_999_999, '1'),
      () => store.trash(9_999_999),
      () => store.unspam(9_999_999),
      () => store.delete(9_999_999),
    ];
    for (const write of writes) {
      const code = await write().then(
        () => 'none',
        (error) => error.code,
      );
      expect(code).to.equal('rest_comment_invalid_id');
    }
  });

  it('leaves no part behind: a rolled back transaction around it undoes all of a comment', async () => {
    const before = await count();
    const failed = await stage.database
      .transaction(async () => {
        await make({ content: 'Taken back' });
        throw new Error('no');
      })
      .catch((error: Error) => error.message);
    expect(failed).to.equal('no');
    expect(await count()).to.equal(before);
    expect((await stage.store.query({ search: 'Taken back' })).total).to.equal(0);
  });

  it('counts answers, approved or held, of many comments in one statement', async () => {
    const root = await make();
    await make({ parent: root.id });
    await make({ parent: root.id, approved: '0' });
    await make({ parent: root.id, approved: 'spam' });
    const counts = stage.store.childCounts(new RequestContext());
    const before = stage.database.statements.count;
    expect(await Promise.all([root.id, 9_999_999].map((id) => counts.load(id)))).to.eql([2, 0]);
    expect(stage.database.statements.count - before).to.equal(1);
  });
});
