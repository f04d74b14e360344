import { postErrors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { StoreKit } from './kit.ts';
import { readPosts } from './read.ts';

/**
 * Deletes an item with its terms, meta, comments and revisions, within the transaction that is open. What is below
 * it moves up to its parent. Null when a plugin keeps it.
 */
export async function deletePost(id: number, kit: StoreKit): Promise<Post | null> {
  const { hooks } = kit;
  const post = (await readPosts(kit.database, [id])).get(id);
  if (post === undefined) throw postErrors.rest_post_invalid_id();
  if ((await hooks.filter('pre_delete_post').promise(null, post)) !== null) return null;
  await hooks.action('before_delete_post').promise(id, post);
  await kit.terms.removeObject(id);
  await moveUpChildren(post, kit);
  await deleteRevisions(id, kit);
  await deleteComments(id, kit);
  await kit.meta.deleteAll('post', id);
  await hooks.action('delete_post_{post_type}').for(post.type).promise(id, post);
  await hooks.action('delete_post').promise(id, post);
  await kit.database.db.deleteFrom('posts').where('ID', '=', id).execute();
  await hooks.action('deleted_post_{post_type}').for(post.type).promise(id, post);
  await hooks.action('deleted_post').promise(id, post);
  await hooks.action('after_delete_post').promise(id, post);
  return post;
}

async function moveUpChildren({ id, parent, type }: Post, { database, types }: StoreKit): Promise<void> {
  const moved = types.get(type)?.hierarchical === true ? [type, 'attachment'] : ['attachment'];
  await database.db
    .updateTable('posts')
    .set({ post_parent: parent })
    .where('post_parent', '=', id)
    .where('post_type', 'in', moved)
    .execute();
}

async function deleteRevisions(id: number, kit: StoreKit): Promise<void> {
  const revisions = await kit.database.db
    .selectFrom('posts')
    .select('ID')
    .where('post_parent', '=', id)
    .where('post_type', '=', 'revision')
    .execute();
  for (const revision of revisions) await deletePost(revision.ID, kit);
}

/** Deletes the comments that the plugin of comments, if it is there, has left. */
async function deleteComments(id: number, { database: { db } }: StoreKit): Promise<void> {
  const comments = db.selectFrom('comments').select('comment_ID').where('comment_post_ID', '=', id);
  await db.deleteFrom('commentmeta').where('comment_id', 'in', comments).execute();
  await db.deleteFrom('comments').where('comment_post_ID', '=', id).execute();
}
