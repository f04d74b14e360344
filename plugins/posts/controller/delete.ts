import { type RestRequest, RestResponse } from '../../../core/index.ts';
import { postErrors as errors } from '../errors.ts';
import { postLoaders } from '../loaders.ts';
import type { Post } from '../post.ts';
import type { TypeScope } from './dependencies.ts';

/** What deleting needs of a controller of items. */
export interface DeleteSteps {
  readonly scope: TypeScope<'hooks' | 'posts'>;
  /** The context in which the answer shows the item that was deleted. */
  readonly deletedContext: string;
  /** The answer that shows an item. */
  prepare(post: Post, request: RestRequest): Promise<RestResponse>;
}

/** Answers a request that deletes an item: moves it to the trash, or with `force` removes it. */
export async function deleteItem(steps: DeleteSteps, post: Post, request: RestRequest): Promise<RestResponse> {
  const { dependencies, type } = steps.scope;
  const isTrashable = dependencies.hooks
    .filter('rest_{post_type}_trashable')
    .for(type.name)
    .call(type.name !== 'attachment', post);
  request.setParam('context', steps.deletedContext);
  const isForced = request.getParam('force') === true;
  const response = isForced ? await remove(steps, post, request) : await trash(steps, post, request, isTrashable);
  await dependencies.hooks.action('rest_delete_{post_type}').for(type.name).promise(post, response, request);
  return response;
}

async function remove(steps: DeleteSteps, post: Post, request: RestRequest): Promise<RestResponse> {
  const previous = await steps.prepare(post, request);
  const { posts } = steps.scope.dependencies;
  if ((await posts.delete(post.id)) === null) throw refusedByPlugin(request);
  postLoaders(request.context).clear();
  posts.loader(request.context).prime(post.id, null);
  return new RestResponse({ deleted: true, previous: previous.data });
}

async function trash(
  steps: DeleteSteps,
  post: Post,
  request: RestRequest,
  isTrashable: boolean,
): Promise<RestResponse> {
  if (!isTrashable) throw errors.rest_trash_not_supported();
  const { posts } = steps.scope.dependencies;
  const trashed = await posts.trash(post.id, { by: request.user });
  if (trashed === null) throw refusedByPlugin(request);
  postLoaders(request.context).clear();
  posts.loader(request.context).prime(trashed.id, trashed);
  return steps.prepare(trashed, request);
}

/** The error of an item whose deletion a plugin refused. */
const refusedByPlugin = (request: RestRequest) => errors.rest_cannot_delete(request, { status: 500 });
