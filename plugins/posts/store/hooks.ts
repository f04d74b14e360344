import { asyncAction, asyncFilter, type CurrentUser, filter, mustBe } from '../../../core/index.ts';
import type { Post, PostData } from '../post.ts';
import type { PostInput, WriteOptions } from '../post-input.ts';

type By = CurrentUser | undefined;

const cleaning = (what: string) =>
  filter<[text: string, by: By]>({
    params: [what, 'by'],
    requiredPermissions: 'content:write',
    meaning: `Adjusts the ${what} of an item before it is stored. \`by\` is the user who writes it, if there is one.`,
  });

const change = (meaning: string) =>
  asyncAction<[id: number, post: Post]>({ params: ['post_id', 'post'], requiredPermissions: 'content:read', meaning });

const stored = (meaning: string) =>
  asyncAction<[id: number, post: Post, update: boolean]>({
    params: ['post_id', 'post', 'update'],
    requiredPermissions: 'content:read',
    meaning,
  });

const verdict = (meaning: string) =>
  asyncFilter<[verdict: boolean | null, post: Post]>({
    params: ['verdict', 'post'],
    requiredPermissions: 'content:write',
    meaning,
    decides: true,
    value: mustBe('true, false or null', (value) => value === null || typeof value === 'boolean'),
  });

/** The hooks that the store of items fires, in the order of an item's life. All run within its transaction. */
export const postStoreHooks = {
  title_save_pre: cleaning('title'),
  content_save_pre: cleaning('content'),
  excerpt_save_pre: cleaning('excerpt'),
  wp_insert_post_empty_content: filter<[empty: boolean, input: PostInput]>({
    params: ['maybe_empty', 'postarr'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether an item is refused because there is nothing in it.',
  }),
  wp_insert_post_parent: filter<[parent: number, id: number, data: PostData, input: PostInput]>({
    params: ['post_parent', 'post_id', 'data', 'postarr'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts the parent of an item before it is stored.',
  }),
  get_default_comment_status: filter<[status: string, type: string, commentType: 'comment' | 'pingback']>({
    params: ['status', 'post_type', 'comment_type'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether new items of a type are open to comments, or to pings.',
  }),
  add_trashed_suffix_to_trashed_posts: filter<[add: boolean, name: string, id: number]>({
    params: ['add_trashed_suffix', 'post_name', 'post_id'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether an item in the trash gives up its slug when another item takes it.',
  }),
  pre_wp_unique_post_slug: asyncFilter<
    [override: string | null, slug: string, id: number, status: string, type: string, parent: number]
  >({
    params: ['override_slug', 'slug', 'post_id', 'post_status', 'post_type', 'post_parent'],
    requiredPermissions: 'content:write',
    meaning: 'Makes an unique slug in place of the store: anything but null is the slug.',
    value: mustBe('a text or null', (value) => value === null || typeof value === 'string'),
  }),
  wp_unique_post_slug_is_bad_flat_slug: filter<[bad: boolean, slug: string, type: string]>({
    params: ['bad_slug', 'slug', 'post_type'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether a slug would make a bad address, for types without parents.',
  }),
  wp_unique_post_slug_is_bad_hierarchical_slug: filter<[bad: boolean, slug: string, type: string, parent: number]>({
    params: ['bad_slug', 'slug', 'post_type', 'post_parent'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether a slug would make a bad address, for types with parents.',
  }),
  wp_unique_post_slug: asyncFilter<
    [slug: string, id: number, status: string, type: string, parent: number, original: string]
  >({
    params: ['slug', 'post_id', 'post_status', 'post_type', 'post_parent', 'original_slug'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts a slug that was made unique.',
  }),
  wp_insert_post_data: asyncFilter<[data: PostData, input: PostInput, before: Post | null]>({
    params: ['data', 'postarr', 'post_before'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts or refuses what is about to be stored of an item.',
    decides: true,
  }),
  pre_post_update: asyncAction<[id: number, data: PostData]>({
    params: ['post_id', 'data'],
    requiredPermissions: 'content:read',
    meaning: 'Fires before a change of an item is stored.',
  }),
  transition_post_status: asyncAction<[newStatus: string, oldStatus: string, post: Post]>({
    params: ['new_status', 'old_status', 'post'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when an item has been stored, with its status before: `new` for a new one.',
  }),
  'edit_post_{post_type}': change('Fires when a change of an item of a type has been stored.'),
  edit_post: change('Fires when a change of an item has been stored.'),
  post_updated: asyncAction<[id: number, after: Post, before: Post, options: WriteOptions]>({
    params: ['post_id', 'post_after', 'post_before', 'options'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a change of an item has been stored, with the item before it and who made it.',
  }),
  'save_post_{post_type}': stored('Fires when an item of a type has been stored.'),
  save_post: stored('Fires when an item has been stored.'),
  wp_insert_post: stored('Fires when an item has been stored, after all other hooks of storing.'),
  wp_after_insert_post: asyncAction<[id: number, post: Post, update: boolean, before: Post | null]>({
    params: ['post_id', 'post', 'update', 'post_before'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when an item has been stored with its terms and meta.',
  }),
  post_stuck: asyncAction<[id: number]>({
    params: ['post_id'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a post was made sticky.',
  }),
  post_unstuck: asyncAction<[id: number]>({
    params: ['post_id'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a post is sticky no more.',
  }),
  publish_future_post: asyncAction<[id: number]>({
    params: ['post_id'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a scheduled item is due, before it is published.',
  }),
  pre_trash_post: verdict('Answers in place of moving an item to the trash: anything but null keeps the item.'),
  wp_trash_post: change('Fires before an item is moved to the trash.'),
  trashed_post: change('Fires when an item has been moved to the trash.'),
  trashed_post_comments: asyncAction<[id: number, statuses: Record<string, string>]>({
    params: ['post_id', 'statuses'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when the comments of an item went to the trash with it; `statuses` holds theirs by id.',
  }),
  pre_untrash_post: verdict('Answers in place of taking an item out of the trash: anything but null keeps it there.'),
  untrash_post: change('Fires before an item is taken out of the trash.'),
  wp_untrash_post_status: filter<[status: string, id: number, previous: string]>({
    params: ['new_status', 'post_id', 'previous_status'],
    requiredPermissions: 'content:write',
    meaning: 'Says which status an item gets that is taken out of the trash.',
  }),
  untrashed_post: change('Fires when an item has been taken out of the trash.'),
  untrashed_post_comments: asyncAction<[id: number]>({
    params: ['post_id'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when the comments of an item were taken out of the trash with it.',
  }),
  pre_delete_post: verdict('Answers in place of deleting an item: anything but null keeps the item.'),
  before_delete_post: change('Fires before an item and what belongs to it are deleted.'),
  'delete_post_{post_type}': change('Fires right before the row of an item of a type is deleted.'),
  delete_post: change('Fires right before the row of an item is deleted.'),
  'deleted_post_{post_type}': change('Fires right after the row of an item of a type was deleted.'),
  deleted_post: change('Fires right after the row of an item was deleted.'),
  after_delete_post: change('Fires when all of an item has been deleted.'),
};

type PostStoreHooks = typeof postStoreHooks;

declare module '../../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends PostStoreHooks {}
}
