import type { PluginHooks } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Database } from '../database/index.ts';
import type { PostStore } from './post-store.ts';
import { lockPosts } from './store/lock-posts.ts';

/** The services that the items of deleted users are handled with. */
interface Dependencies {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly types: ContentTypes;
  readonly posts: PostStore;
}

/** Types whose items go to the trash when their author goes; others are deleted. */
const TRASHABLE: ReadonlySet<string> = new Set(['post', 'page']);

/** Gives the items of a user who is deleted to another, or removes them with the user. */
export function followDeletedUsers({ hooks, database, types, posts }: Dependencies): void {
  hooks.action('delete_user').tapPromise('posts', async (id: number, reassign: number | null) => {
    const { db } = database;
    if (reassign !== null) return giveItems(id, reassign, database);
    const removed = types.all().filter((type) => type.delete_with_user ?? type.supports.has('author'));
    const items = await db
      .selectFrom('posts')
      .select('ID')
      .where('post_author', '=', id)
      .where(
        'post_type',
        'in',
        removed.map(({ name }) => name),
      )
      .orderBy('ID')
      .execute();
    // Each in a transaction of its own: one for all would hold a lock of each, and keep others from writing all the while.
    for (const { ID } of items) await database.transaction(() => remove(ID, { database, posts }));
  });
}

/** How many items change hands in one transaction: a statement for all of them might take longer than a server lets it. */
const PART = 500;

/** Gives the items of a user to another. */
async function giveItems(from: number, to: number, { db, transaction }: Database): Promise<void> {
  for (let last = 0; ; ) {
    const items = await db
      .selectFrom('posts')
      .select('ID')
      .where('post_author', '=', from)
      .where('ID', '>', last)
      .orderBy('ID')
      .limit(PART)
      .execute();
    if (items.length === 0) return;
    const ids = items.map(({ ID }) => ID);
    await transaction(() =>
      db.updateTable('posts').set({ post_author: to }).where('ID', 'in', ids).where('post_author', '=', from).execute(),
    );
    last = ids.at(-1)!;
  }
}

/** Moves an item to the trash, or deletes it where it cannot be there or is there already. */
async function remove(id: number, { database, posts }: Pick<Dependencies, 'database' | 'posts'>): Promise<void> {
  // Other requests, and what goes with the items before, may have trashed or deleted it.
  await lockPosts(database, [id]);
  const post = await posts.byId(id);
  if (post === null) return;
  if (TRASHABLE.has(post.type) && post.status !== 'trash') await posts.trash(id);
  else await posts.delete(id);
}
