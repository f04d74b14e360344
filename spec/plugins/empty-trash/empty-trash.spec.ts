import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { runCommand, type TestHost, testHost } from '../../../host/testing/index.ts';
import { CommentStore } from '../../../plugins/comments/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

const DAY = 86_400_000;

/** Refuses to delete some items, and fails at others. */
const guard = definePlugin({
  name: 'guard',
  version: '1.0.0',
  description: 'Keeps items.',
  requires: { posts: '*' },
  capabilities: ['content:write'],
  setup({ hooks }) {
    hooks.filter('pre_delete_post').tap('guard', (verdict, { title }) => {
      if (title === 'Fails') throw new Error('no way');
      return title === 'Refused' ? false : verdict;
    });
  },
});

/** Makes an item, and moves it to the trash. */
async function trashed(posts: PostStore, title: string, type = 'post'): Promise<number> {
  const { id } = await posts.insert({ title, type, status: 'publish' });
  await posts.trash(id);
  return id;
}

describeOnDatabases('the trash', (freshDatabase) => {
  let host: TestHost;
  let posts: PostStore;
  let comments: CommentStore;
  let meta: MetaStore;

  before(async () => {
    host = await testHost({
      plugins: ['empty-trash', 'comments', 'jobs', guard],
      now: '2026-03-01T10:00:00Z',
      database: await freshDatabase({ again: true }),
    });
    const { services } = host.generation;
    posts = services.get('spec', PostStore);
    comments = services.get('spec', CommentStore);
    meta = services.get('spec', MetaStore);
  });
  after(() => host.close());

  /** Lets days go by, and the jobs be done once. */
  const days = async (count: number) => {
    host.clock.advance(count * DAY);
    await host.runDueJobs();
  };
  const there = async (...ids: number[]) => [...(await posts.byIds(ids)).keys()];

  it('keeps items of every type and comments for thirty days, and then deletes them with what belongs to them', async () => {
    const kept = await posts.insert({ title: 'Kept', status: 'publish' });
    const [post, page] = [await trashed(posts, 'Post'), await trashed(posts, 'Page', 'page')];
    const comment = await comments.insert({ post: kept.id, content: 'Trashed' });
    await comments.trash(comment.id);
    await days(29);
    expect(await there(kept.id, post, page)).to.have.members([kept.id, post, page]);
    const later = await trashed(posts, 'Later');
    await days(2);
    expect(await there(kept.id, post, page, later)).to.have.members([kept.id, later]);
    expect(await comments.byId(comment.id)).to.equal(null);
    expect((await meta.load('post', [post])).get(post)?.size).to.equal(0);
    await days(30);
    expect(await there(kept.id, later)).to.eql([kept.id]);
  });

  it('keeps what was restored, what is spam, and what has no time', async () => {
    const restored = await trashed(posts, 'Restored');
    await posts.untrash(restored);
    await meta.set('post', restored, '_wp_trash_meta_time', '1');
    const timeless = await trashed(posts, 'Timeless');
    await meta.set('post', timeless, '_wp_trash_meta_time', 'long ago');
    const spam = await comments.insert({ post: restored, content: 'Spam' });
    await comments.spam(spam.id);
    await days(40);
    expect(await there(restored, timeless)).to.have.members([restored, timeless]);
    expect((await comments.byId(spam.id))?.approved).to.equal('spam');
  });

  it('is emptied of the others where an item cannot be deleted, which is tried again the next night', async () => {
    const titles = ['Fails', 'Refused', 'Goes'];
    const ids: number[] = [];
    for (const title of titles) ids.push(await trashed(posts, title));
    await days(31);
    expect(await there(...ids)).to.have.members(ids.slice(0, 2));
    await posts.update(ids[0]!, { title: 'Mended' });
    await days(1);
    expect(await there(...ids)).to.eql([ids[1]]);
  });

  it('is emptied also of what comes behind many others', async () => {
    const { services } = host.generation;
    const kept = await posts.insert({ title: 'Kept', status: 'publish' });
    const row = { post_id: kept.id, meta_key: '_wp_trash_meta_time', meta_value: '1' };
    await services.get('spec', Database).insertAll('postmeta', Array(600).fill(row));
    const last = await trashed(posts, 'Behind many');
    await days(31);
    expect(await there(kept.id, last)).to.eql([kept.id]);
  });
});

describe('the trash of a site with other settings', () => {
  it('is emptied after as many days as the option says', async () => {
    const options = { 'empty-trash': { days: 2 } };
    const host = await testHost({ plugins: ['empty-trash', 'jobs'], options, now: '2026-03-01T10:00:00Z' });
    const posts = host.generation.services.get('spec', PostStore);
    const id = await trashed(posts, 'Old');
    host.clock.advance(DAY);
    await host.runDueJobs();
    expect((await posts.byId(id))?.status).to.equal('trash');
    host.clock.advance(2 * DAY);
    await host.runDueJobs();
    expect(await posts.byId(id)).to.equal(null);
    await host.close();
  });

  it('is emptied by a command where there are no jobs, which tells what it could not delete', async () => {
    const host = await testHost({ plugins: ['empty-trash', guard], now: '2026-03-01T10:00:00Z' });
    const posts = host.generation.services.get('spec', PostStore);
    const [goes, fails] = [await trashed(posts, 'Goes'), await trashed(posts, 'Fails')];
    const empty = (flags: Record<string, string>) =>
      runCommand(host, 'trash empty', {}, flags).catch(({ message }) => message);
    expect(await empty({})).to.eql(['Success: Deleted 0 from the trash.']);
    for (const wrong of ['two', '', '-1', '36501']) {
      expect(await empty({ days: wrong })).to.equal(`--days "${wrong}" is no whole number up to 36500`);
    }
    expect(await empty({ days: '0' })).to.equal('deleted 1 from the trash; 1 could not be deleted');
    expect([...(await posts.byIds([goes, fails])).keys()]).to.eql([fails]);
    await host.close();
  });
});
