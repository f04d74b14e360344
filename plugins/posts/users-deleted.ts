import type { PluginHooks } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Database } from '../database/index.ts';
import type { PostStore } from './post-store.ts';

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
    if (reassign !== null) {
      await db.updateTable('posts').set({ post_author: reassign }).where('post_author', '=', id).execute();
      return;
    }
    const removed = types.all().filter((type) => type.delete_with_user ?? type.supports.has('author'));
    const items = await db
      .selectFrom('posts')
      .select(['ID', 'post_type', 'post_status'])
      .where('post_author', '=', id)
      .where(
        'post_type',
        'in',
        removed.map(({ name }) => name),
      )
      .execute();
    for (const { ID, post_type, post_status } of items) {
      if (TRASHABLE.has(post_type) && post_status !== 'trash') await posts.trash(ID);
      else if ((await posts.byId(ID)) !== null) await posts.delete(ID);
    }
  });
}
