import type { Database, Parameter } from '../../database/index.ts';
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
export async function deletePost(post: Post | undefined, dependencies: DeleteDependencies): Promise<Post | null> {
  const { database, hooks } = dependencies;
  if (post === undefined) throw postErrors.rest_post_invalid_id();
  const { id } = post;
  if ((await hooks.filter('pre_delete_post').promise(null, post)) !== null) return null;
  await hooks.action('before_delete_post').promise(id, post);
  const [revisions] = await Promise.all([
    revisionsOf(post, database),
    dependencies.terms.removeObject(id),
    recountAttached(id, dependencies),
    moveUpChildren(post, dependencies),
  ]);
  for (const revision of revisions) {
    await deletePost((await readPosts(database, [revision])).get(revision), dependencies);
  }
  database.unawaited(Promise.all([deleteComments(id, database), dependencies.meta.deleteAll('post', id)]));
  await hooks.action('delete_post_{post_type}').for(post.type).promise(id, post);
  await hooks.action('delete_post').promise(id, post);
  database.unawaited(deleteRow(id, database));
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
  const statement = database.prepare(
    'posts.moveUp',
    (parameter: Parameter<{ id: number; parent: number; moved: readonly string[] }>) =>
      database.db
        .updateTable('posts')
        .set({ post_parent: parameter('parent') })
        .where('post_parent', '=', parameter('id'))
        .where('post_type', 'in', parameter('moved')),
  );
  await statement.run({ id, parent, moved });
}

/** The ids of an item's revisions, which have none themselves. */
async function revisionsOf({ id, type }: Post, database: Database): Promise<number[]> {
  if (type === 'revision') return [];
  const statement = database.prepare('posts.revisionsOf', (parameter: Parameter<{ id: number }>) =>
    database.db
      .selectFrom('posts')
      .select('ID')
      .where('post_parent', '=', parameter('id'))
      .where('post_type', '=', 'revision'),
  );
  return (await statement.rows({ id })).map(({ ID }) => ID);
}

/** Deletes the comments that the comments plugin has not deleted, because it is absent for instance. */
async function deleteComments(id: number, { db, prepare }: Database): Promise<void> {
  const metadata = prepare('posts.deleteCommentMeta', (parameter: Parameter<{ id: number }>) => {
    const comments = db.selectFrom('comments').select('comment_ID').where('comment_post_ID', '=', parameter('id'));
    return db.deleteFrom('commentmeta').where('comment_id', 'in', comments);
  });
  const comments = prepare('posts.deleteComments', (parameter: Parameter<{ id: number }>) =>
    db.deleteFrom('comments').where('comment_post_ID', '=', parameter('id')),
  );
  await Promise.all([metadata.run({ id }), comments.run({ id })]);
}

async function deleteRow(id: number, { db, prepare }: Database): Promise<void> {
  const statement = prepare('posts.delete', (parameter: Parameter<{ id: number }>) =>
    db.deleteFrom('posts').where('ID', '=', parameter('id')),
  );
  await statement.run({ id });
}
