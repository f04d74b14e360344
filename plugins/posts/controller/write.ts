import type { RestRequest, RestResponse } from '../../../core/index.ts';
import { postLoaders } from '../loaders.ts';
import type { Post } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import type { PostsDependencies, TypeScope } from './dependencies.ts';
import { itemUrl } from './links.ts';
import { givenTerms } from './save-related.ts';

/** The steps of a write in which types differ: a controller of items gives them. */
export interface WriteSteps {
  readonly scope: TypeScope<'database' | 'hooks' | 'posts' | 'taxonomies'>;
  /** The input for the store that a request makes; `before` is null for a new item. */
  inputOf(request: RestRequest, before: Post | null): Promise<PostInput>;
  /** Stores what a request sets beside the item's own row. */
  saveRelated(post: Post, request: RestRequest, isNew: boolean): Promise<void>;
  /** Stores the additional fields that a request sets. */
  updateAdditionalFields(post: Post, request: RestRequest): Promise<void>;
  /** The answer that shows an item. */
  prepare(post: Post, request: RestRequest): Promise<RestResponse>;
}

/** Answers a request that makes an item. The item and its related data are stored in one transaction. */
export async function createItem(steps: WriteSteps, request: RestRequest): Promise<RestResponse> {
  const { scope } = steps;
  const { dependencies, type } = scope;
  const { hooks, posts } = dependencies;
  const post = await inOneWrite(dependencies, request, async () => {
    const input = await steps.inputOf(request, null);
    const options = { by: request.user, more: true, termsFollow: [...givenTerms(scope, request).keys()] };
    const made = await posts.insert(await withOwnSlug(input, null, dependencies), options);
    await hooks.action('rest_insert_{post_type}').for(type.name).promise(made, request, true);
    await steps.saveRelated(made, request, true);
    return finish(steps, made, null, request);
  });
  const response = await steps.prepare(post, request);
  response.status = 201;
  return response.header('Location', itemUrl(scope, post.id, request));
}

/** Answers a request that changes an item. */
export async function updateItem(steps: WriteSteps, before: Post, request: RestRequest): Promise<RestResponse> {
  const { dependencies, type } = steps.scope;
  const { hooks, posts } = dependencies;
  const post = await inOneWrite(dependencies, request, async () => {
    const input = await steps.inputOf(request, before);
    const changed = await posts.update(before.id, await withOwnSlug(input, before, dependencies), {
      by: request.user,
      more: true,
    });
    await hooks.action('rest_insert_{post_type}').for(type.name).promise(changed, request, false);
    await steps.saveRelated(changed, request, false);
    return finish(steps, changed, before, request);
  });
  return steps.prepare(post, request);
}

/**
 * Stores additional fields, and fires the hooks of a completely stored item. The answer shows it in the edit context.
 */
async function finish(steps: WriteSteps, stored: Post, before: Post | null, request: RestRequest): Promise<Post> {
  const { dependencies, type } = steps.scope;
  const post = (await dependencies.posts.byId(stored.id)) ?? stored;
  await steps.updateAdditionalFields(post, request);
  request.setParam('context', 'edit');
  await dependencies.hooks
    .action('rest_after_insert_{post_type}')
    .for(type.name)
    .promise(post, request, before === null);
  await dependencies.posts.completed(post, before);
  return post;
}

/** Runs work in a transaction. After it, and after an attempt that was undone, the request reads items anew, but the written one. */
async function inOneWrite(
  { database, posts }: Pick<PostsDependencies, 'database' | 'posts'>,
  { context }: RestRequest,
  work: () => Promise<Post>,
): Promise<Post> {
  const forget = () => postLoaders(context).clear();
  try {
    const post = await database.transaction(() => {
      database.afterRollback(forget);
      return work();
    });
    forget();
    posts.loader(context).prime(post.id, post);
    return post;
  } catch (error) {
    forget();
    throw error;
  }
}

/** The store lets drafts share slugs; a slug that a request sets is made unique all the same. */
async function withOwnSlug(
  input: PostInput,
  before: Post | null,
  { posts }: Pick<PostsDependencies, 'posts'>,
): Promise<PostInput> {
  const status = input.status || before?.status;
  if (!input.name || (status !== 'draft' && status !== 'pending')) return input;
  const { type = before?.type ?? 'post', parent = 0 } = input;
  return { ...input, name: await posts.uniqueSlug(input.name, before?.id ?? 0, 'publish', type, parent) };
}
