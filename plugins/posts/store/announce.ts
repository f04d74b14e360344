import type { Post } from '../post.ts';
import type { WriteOptions } from '../post-input.ts';
import type { StoreKit } from './kit.ts';

/** Tells that an item has been stored: first its status, then the change, then the item. */
export async function announce(post: Post, before: Post | null, options: WriteOptions, kit: StoreKit): Promise<void> {
  if (before !== null && before.status !== post.status) await recountTerms(post, kit);
  await kit.hooks.action('transition_post_status').promise(post.status, before?.status ?? 'new', post);
  if (before !== null) {
    await announceEdit(post, kit);
    await kit.hooks.action('post_updated').promise(post.id, post, before, options);
  }
  await announceSave(post, before !== null, kit);
  if (!options.more) await completed(post, before, kit);
}

/** Tells that a scheduled item was published: nobody changed it, so no change is told. */
export async function announcePublished(post: Post, before: Post, kit: StoreKit): Promise<void> {
  await recountTerms(post, kit);
  await kit.hooks.action('transition_post_status').promise(post.status, before.status, post);
  await announceEdit(post, kit);
  await announceSave(post, true, kit);
  await completed(post, before, kit);
}

async function announceEdit(post: Post, { hooks }: StoreKit): Promise<void> {
  await hooks.action('edit_post_{post_type}').for(post.type).promise(post.id, post);
  await hooks.action('edit_post').promise(post.id, post);
}

async function announceSave(post: Post, isUpdate: boolean, { hooks }: StoreKit): Promise<void> {
  await hooks.action('save_post_{post_type}').for(post.type).promise(post.id, post, isUpdate);
  await hooks.action('save_post').promise(post.id, post, isUpdate);
  await hooks.action('wp_insert_post').promise(post.id, post, isUpdate);
}

/** Tells that an item has been stored with all that belongs to it. */
export async function completed(post: Post, before: Post | null, { hooks }: StoreKit): Promise<void> {
  await hooks.action('wp_after_insert_post').promise(post.id, post, before !== null, before);
}

/** The terms of an item count it while it is shown. */
async function recountTerms(post: Post, { taxonomies, terms }: StoreKit): Promise<void> {
  const names = taxonomies.ofType(post.type).map(({ name }) => name);
  if (names.length === 0) return;
  const present = (await terms.ofObjects([post.id], names)).get(post.id) ?? [];
  for (const name of names) {
    const ids = present.filter((term) => term.taxonomy === name).map((term) => term.taxonomyId);
    if (ids.length > 0) await terms.updateCounts(name, ids);
  }
}
