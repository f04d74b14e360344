import { type CurrentUser, type RequestContext, serviceToken } from '../../core/index.ts';
import type { BatchLoader } from '../database/index.ts';
import type { Post } from './post.ts';
import type { PostInput, WriteOptions } from './post-input.ts';
import type { PostQuery, PostResult } from './query/post-query.ts';
import type { Place, Side } from './store/adjacent.ts';
import type { SlugRequest } from './store/unique-slug.ts';

/** Finds, reads and writes content items of every type, and fires all hooks of these steps. */
export interface PostStore {
  byId(id: number): Promise<Post | null>;
  /** The items of these ids that exist, in one statement. */
  byIds(ids: readonly number[]): Promise<Map<number, Post>>;
  /** A loader that gathers the ids a request asks for. */
  loader(context: RequestContext): BatchLoader<number, Post | null>;
  /** A part of a list, and its exact total, in a fixed number of statements. */
  query(args: PostQuery): Promise<PostResult<Post>>;
  /** The published item of a type that had a slug before it got another one. */
  idByOldSlug(slug: string, type: string): Promise<number | undefined>;
  /**
   * The id of the item before or after another one of its type, in the order of their dates and ids: of those that are
   * published, and of the private ones that a user may read.
   */
  adjacentId(to: Place, side: Side, user?: CurrentUser): Promise<number | undefined>;
  /** Makes an item. Throws `empty_content` when there is nothing in it. */
  insert(input: PostInput, options?: WriteOptions): Promise<Post>;
  /** Changes an item. Throws `rest_post_invalid_id` when there is none. */
  update(id: number, input: PostInput, options?: WriteOptions): Promise<Post>;
  /** Fires the hooks of a completely stored item, after a write with the option `more`. */
  completed(post: Post, before: Post | null): Promise<void>;
  /**
   * Publishes an item that is scheduled, and due by a date in UTC if one is given; null for any other. Of several processes that
   * do so at once, one publishes it and fires the hooks.
   */
  publish(id: number, dueBy?: string): Promise<Post | null>;
  /** Moves an item to the trash with its comments; null when a plugin refuses. Throws `rest_already_trashed` when it is there. */
  trash(id: number, options?: WriteOptions): Promise<Post | null>;
  /** Takes an item out of the trash, as a draft, with its comments; null when a plugin refuses. */
  untrash(id: number, options?: WriteOptions): Promise<Post | null>;
  /** Deletes an item and all that belongs to it; null when a plugin refuses. */
  delete(id: number): Promise<Post | null>;
  /** A slug that no competing item has: `name`, or `name-2` and so on. */
  uniqueSlug(slug: string, id: number, status: string, type: string, parent: number): Promise<string>;
  /** The same for many at once, in a fixed number of statements; answers in the order of the requests. */
  uniqueSlugs(requests: readonly SlugRequest[]): Promise<string[]>;
  isSticky(id: number): boolean;
  /** The ids of the sticky items, published or not. */
  stickyIds(): readonly number[];
  setSticky(id: number, sticky: boolean): Promise<void>;
}

/** The token of the items. */
export const PostStore = serviceToken('post-store', {
  requiredPermissions: 'content:write',
  reads: [
    'byId',
    'byIds',
    'loader',
    'query',
    'idByOldSlug',
    'adjacentId',
    'uniqueSlug',
    'uniqueSlugs',
    'isSticky',
    'stickyIds',
  ],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'post-store': PostStore;
  }
}
