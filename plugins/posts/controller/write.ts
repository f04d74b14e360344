import type { RestRequest, RestResponse } from '../../../core/index.ts';
import { postLoaders } from '../loaders.ts';
import type { Post } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import type { PostsKit } from './kit.ts';
import { itemUrl } from './links.ts';
import type { PostsController } from './posts-controller.ts';
import { givenTerms } from './write-more.ts';

/** Answers a request that makes an item. The item and all that belongs to it are stored, or nothing is. */
export async function createItem(controller: PostsController, request: RestRequest): Promise<RestResponse> {
  const { kit, type, scope } = controller;
  const { hooks, posts } = kit;
  const post = await inOneWrite(kit, request, async () => {
    const input = await controller.inputOf(request, null);
    const options = { by: request.user, more: true, termsFollow: [...givenTerms(scope, request).keys()] };
    const made = await posts.insert(await withOwnSlug(input, null, kit), options);
    await hooks.action('rest_insert_{post_type}').for(type.name).promise(made, request, true);
    await controller.writeMore(made, request, true);
    return finish(controller, made, null, request);
  });
  const response = await controller.prepare(post, request);
  response.status = 201;
  return response.header('Location', itemUrl(scope, post.id, request));
}

/** Answers a request that changes an item. */
export async function updateItem(
  controller: PostsController,
  before: Post,
  request: RestRequest,
): Promise<RestResponse> {
  const { kit, type } = controller;
  const { hooks, posts } = kit;
  const post = await inOneWrite(kit, request, async () => {
    const input = await controller.inputOf(request, before);
    const changed = await posts.update(before.id, await withOwnSlug(input, before, kit), {
      by: request.user,
      more: true,
    });
    await hooks.action('rest_insert_{post_type}').for(type.name).promise(changed, request, false);
    await controller.writeMore(changed, request, false);
    return finish(controller, changed, before, request);
  });
  return controller.prepare(post, request);
}

/** Stores additional fields, and tells that all of an item is there. The answer shows it in the edit context. */
async function finish(
  controller: PostsController,
  stored: Post,
  before: Post | null,
  request: RestRequest,
): Promise<Post> {
  const { kit, type } = controller;
  const post = (await kit.posts.byId(stored.id)) ?? stored;
  await controller.updateAdditionalFields(post, request);
  request.setParam('context', 'edit');
  await kit.hooks
    .action('rest_after_insert_{post_type}')
    .for(type.name)
    .promise(post, request, before === null);
  await kit.posts.completed(post, before);
  return post;
}

/** Runs work in a transaction. What the request has read of items before is read again, whatever became of it. */
async function inOneWrite(kit: PostsKit, { context }: RestRequest, work: () => Promise<Post>): Promise<Post> {
  try {
    return await kit.database.transaction(work);
  } finally {
    postLoaders(context).clear();
  }
}

/** The store lets drafts share slugs; one that is asked for is made unique all the same. */
async function withOwnSlug(input: PostInput, before: Post | null, { posts }: PostsKit): Promise<PostInput> {
  const status = input.status || before?.status;
  if (!input.name || (status !== 'draft' && status !== 'pending')) return input;
  const { type = before?.type ?? 'post', parent = 0 } = input;
  return { ...input, name: await posts.uniqueSlug(input.name, before?.id ?? 0, 'publish', type, parent) };
}
