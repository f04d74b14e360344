import { postErrors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { WriteOptions } from '../post-input.ts';
import type { PostStoreDependencies } from './dependencies.ts';
import { setLockedMeta } from './locked-meta.ts';
import { readPosts, TRASH_STATUS, TRASH_TIME } from './read.ts';
import type { Slugs } from './slugs.ts';
import { type TrashCommentDependencies, trashComments, untrashComments } from './trash-comments.ts';
import { type UpdateDependencies, updatePost } from './write.ts';

type TrashDependencies = TrashCommentDependencies & UpdateDependencies & Pick<PostStoreDependencies, 'clock'>;

/** Moves an item to the trash with its comments; null when a plugin refuses, an error where it is there already. */
export async function trashPost(
  before: Post | undefined,
  options: WriteOptions,
  dependencies: TrashDependencies,
  slugs: Slugs,
): Promise<Post | null> {
  const { hooks, meta, clock } = dependencies;
  if (before === undefined) throw postErrors.rest_post_invalid_id();
  const { id } = before;
  if (before.status === 'trash') throw postErrors.rest_already_trashed();
  if ((await hooks.filter('pre_trash_post').promise(null, before)) !== null) return null;
  await hooks.action('wp_trash_post').promise(id, before);
  const time = String(Math.floor(clock.now().getTime() / 1000));
  await setLockedMeta(meta, 'post', id, { [TRASH_STATUS]: before.status, [TRASH_TIME]: time });
  const now = (await readPosts(dependencies.database, [id])).get(id);
  const post = await updatePost(now, { status: 'trash' }, options, dependencies, slugs);
  await trashComments(id, dependencies);
  await hooks.action('trashed_post').promise(id, post);
  return post;
}

/** Takes an item out of the trash with its comments; null when it is not in the trash, or a plugin refuses. */
export async function untrashPost(
  before: Post | undefined,
  options: WriteOptions,
  dependencies: TrashDependencies,
  slugs: Slugs,
): Promise<Post | null> {
  const { hooks, meta } = dependencies;
  if (before === undefined) throw postErrors.rest_post_invalid_id();
  const { id } = before;
  if (before.status !== 'trash') return null;
  if ((await hooks.filter('pre_untrash_post').promise(null, before)) !== null) return null;
  await hooks.action('untrash_post').promise(id, before);
  const standard = before.type === 'attachment' ? 'inherit' : 'draft';
  const status = hooks.filter('wp_untrash_post_status').call(standard, id, before.trashedFrom);
  await Promise.all([meta.delete('post', id, TRASH_STATUS), meta.delete('post', id, TRASH_TIME)]);
  const now = (await readPosts(dependencies.database, [id])).get(id);
  const post = await updatePost(now, { status }, options, dependencies, slugs);
  await untrashComments(id, dependencies);
  await hooks.action('untrashed_post').promise(id, post);
  return post;
}
