import type { Post } from '../post.ts';
import type { WriteOptions } from '../post-input.ts';
import type { PostStoreDependencies } from './dependencies.ts';

export type AnnounceDependencies = Pick<PostStoreDependencies, 'hooks'>;

/** Fires the actions of a stored item: first those of its status, then those of the change, then those of the item. */
export async function announce(
  post: Post,
  before: Post | null,
  options: WriteOptions,
  dependencies: AnnounceDependencies,
): Promise<void> {
  await dependencies.hooks.action('transition_post_status').promise(post.status, before?.status ?? 'new', post);
  if (before !== null) {
    await announceEdit(post, dependencies);
    await dependencies.hooks.action('post_updated').promise(post.id, post, before, options);
  }
  await announceSave(post, before !== null, dependencies);
  if (!options.more) await completed(post, before, dependencies);
}

/** Fires the actions of a scheduled item that was published; no user changed it, so `post_updated` is not fired. */
export async function announcePublished(post: Post, before: Post, dependencies: AnnounceDependencies): Promise<void> {
  await dependencies.hooks.action('transition_post_status').promise(post.status, before.status, post);
  await announceEdit(post, dependencies);
  await announceSave(post, true, dependencies);
  await completed(post, before, dependencies);
}

async function announceEdit(post: Post, { hooks }: Pick<AnnounceDependencies, 'hooks'>): Promise<void> {
  await hooks.action('edit_post_{post_type}').for(post.type).promise(post.id, post);
  await hooks.action('edit_post').promise(post.id, post);
}

async function announceSave(
  post: Post,
  isUpdate: boolean,
  { hooks }: Pick<AnnounceDependencies, 'hooks'>,
): Promise<void> {
  await hooks.action('save_post_{post_type}').for(post.type).promise(post.id, post, isUpdate);
  await hooks.action('save_post').promise(post.id, post, isUpdate);
  await hooks.action('wp_insert_post').promise(post.id, post, isUpdate);
}

/** Fires the action of an item that has been stored with its terms and metadata. */
export async function completed(
  post: Post,
  before: Post | null,
  { hooks }: Pick<AnnounceDependencies, 'hooks'>,
): Promise<void> {
  await hooks.action('wp_after_insert_post').promise(post.id, post, before !== null, before);
}
