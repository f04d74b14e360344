import type DataLoader from 'dataloader';
import type { RequestContext } from '../../../core/index.ts';
import { loader } from '../../database/index.ts';
import { lockPosts } from '../../posts/index.ts';
import type { Comment } from '../comment.ts';
import { putAway, takeOut } from './bins.ts';
import type { CommentResult } from './comment-query.ts';
import type { CommentStore } from './comment-store.ts';
import { type GroupQuery, groupOf, queryGroups, ungrouped } from './groups.ts';
import { byIds, childCounts, query } from './read.ts';
import { existing, insert, insertAll, recount, remove, setStatus, update, type WriteServices } from './write.ts';

/** Makes the store of comments. Every write is one transaction, which locks the items of the comments. */
export function createCommentStore(services: WriteServices): CommentStore {
  const { database, meta } = services;
  const write = <T>(posts: readonly number[], work: () => Promise<T>) =>
    database.transaction(async () => {
      await lockPosts(database, posts);
      return work();
    });
  const change = <T>(id: number, work: (comment: Comment) => Promise<T>, moved = 0) =>
    database.transaction(async () => {
      const { post } = await existing(database, id);
      // What is read behind the lock holds until the transaction ends.
      const [, comment] = await Promise.all([lockPosts(database, [post, moved]), existing(database, id)]);
      return work(comment);
    });

  const store: CommentStore = {
    byId: async (id) => (await byIds(database, [id])).get(id) ?? null,
    byIds: (ids) => byIds(database, ids),
    loader: (context) =>
      loader(context, 'comments', async (ids: readonly number[]) => {
        const found = await byIds(database, ids);
        return ids.map((id) => found.get(id) ?? null);
      }),
    childCounts: (context) =>
      loader(context, 'comments/children', async (ids: readonly number[]) => {
        const counts = await childCounts(database, ids);
        return ids.map((id) => counts.get(id) ?? 0);
      }),
    meta: (context) => meta.loader('comment', context),
    query: (args) => query(database, args),
    list(context, args) {
      const group = groupOf(args);
      return group === undefined ? query(database, args) : groupLoader(context, group).load(group.id);
    },
    forget(context) {
      store.loader(context).clearAll();
      store.childCounts(context).clearAll();
      for (const each of groupLoaders(context).values()) each.clearAll();
    },
    insert: (input) => write([input.post ?? 0], () => insert(services, input)),
    insertAll: (inputs) =>
      write(
        inputs.map(({ post = 0 }) => post),
        () => insertAll(services, inputs),
      ),
    update: (id, input) => change(id, (comment) => update(services, comment, input), input.post),
    setStatus: (id, approved) => change(id, (comment) => setStatus(services, comment, approved)),
    trash: (id) => change(id, (comment) => putAway(services, comment, 'trash')),
    untrash: (id) => change(id, (comment) => takeOut(services, comment, 'trash')),
    spam: (id) => change(id, (comment) => putAway(services, comment, 'spam')),
    unspam: (id) => change(id, (comment) => takeOut(services, comment, 'spam')),
    delete: (id) => change(id, (comment) => remove(services, comment)),
    recount: (postIds) => database.transaction(() => recount(services, postIds)),
  };

  type GroupLoader = DataLoader<number, CommentResult>;

  const groupLoaders = (context: RequestContext) =>
    context.memo('comments/groups', () => new Map<string, GroupLoader>());

  /** The loader for all groups with the same conditions. */
  function groupLoader(context: RequestContext, group: GroupQuery): GroupLoader {
    const { column, rest } = group;
    const key = `comments/${column}/${JSON.stringify(rest)}`;
    const made = loader(context, key, async (ids: readonly number[]) => {
      if (ids.length === 1) return [await query(database, ungrouped({ column, id: ids[0]!, rest }))];
      const groups = await queryGroups(database, { column, rest }, ids);
      return ids.map((id) => groups.get(id)!);
    });
    groupLoaders(context).set(key, made);
    return made;
  }

  return store;
}
