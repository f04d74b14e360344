import type { Database } from '../../database/index.ts';
import { postErrors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostStoreDependencies } from './dependencies.ts';
import { readPosts } from './read.ts';
import { recountAttached } from './recount-terms.ts';

type DeleteDependencies = Pick<PostStoreDependencies, 'database' | 'hooks' | 'meta' | 'taxonomies' | 'terms' | 'types'>;

/**
 * Deletes an item with its terms, meta, comments and revisions, within the transaction that is open. Its children move
 * up to its parent. Null when a plugin refuses.
 */
export async function deletePost(id: number, dependencies: DeleteDependencies): Promise<Post | null> {
  const { hooks } = dependencies;
  const post = (await readPosts(dependencies.database, [id])).get(id);
  if (post === undefined) throw postErrors.rest_post_invalid_id();
  if ((await hooks.filter('pre_delete_post').promise(null, post)) !== null) return null;
  await hooks.action('before_delete_post').promise(id, post);
  await dependencies.terms.removeObject(id);
  await recountAttached(id, dependencies);
  await moveUpChildren(post, dependencies);
  await deleteRevisions(id, dependencies);
  await deleteComments(id, dependencies.database);
  await dependencies.meta.deleteAll('post', id);
  await hooks.action('delete_post_{post_type}').for(post.type).promise(id, post);
  await hooks.action('delete_post').promise(id, post);
  await dependencies.database.db.deleteFrom('posts').where('ID', '=', id).execute();
  await hooks.action('deleted_post_{post_type}').for(post.type).promise(id, post);
  await hooks.action('deleted_post').promise(id, post);
  await hooks.action('after_delete_post').promise(id, post);
  return post;
}

async function moveUpChildren(
  { id, parent, type }: Post,
  { database, types }: Pick<DeleteDependencies, 'database' | 'types'>,
): Promise<void> {
  const moved = types.get(type)?.hierarchical === true ? [type, 'attachment'] : ['attachment'];
  await database.db
    .updateTable('posts')
    .set({ post_parent: parent })
    .where('post_parent', '=', id)
    .where('post_type', 'in', moved)
    .execute();
}

async function deleteRevisions(id: number, dependencies: DeleteDependencies): Promise<void> {
  const revisions = await dependencies.database.db
    .selectFrom('posts')
    .select('ID')
    .where('post_parent', '=', id)
    .where('post_type', '=', 'revision')
    .execute();
  for (const revision of revisions) await deletePost(revision.ID, dependencies);
}

/** Deletes the comments that the comments plugin has not deleted, because it is absent for instance. */
async function deleteComments(id: number, { db }: Database): Promise<void> {
  const comments = db.selectFrom('comments').select('comment_ID').where('comment_post_ID', '=', id);
  await db.deleteFrom('commentmeta').where('comment_id', 'in', comments).execute();
  await db.deleteFrom('comments').where('comment_post_ID', '=', id).execute();
}
