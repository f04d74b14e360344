import { type RestRequest, RestResponse } from '../../../core/index.ts';
import { postErrors as errors } from '../errors.ts';
import { postLoaders } from '../loaders.ts';
import type { Post } from '../post.ts';
import type { PostsController } from './posts-controller.ts';

/** Answers a request that deletes an item: moves it to the trash, or with `force` removes it. */
export async function deleteItem(controller: PostsController, post: Post, request: RestRequest): Promise<RestResponse> {
  const { kit, type } = controller;
  const isTrashable = kit.hooks
    .filter('rest_{post_type}_trashable')
    .for(type.name)
    .call(type.name !== 'attachment', post);
  request.setParam('context', 'edit');
  const isForced = request.getParam('force') === true;
  const response = isForced
    ? await remove(controller, post, request)
    : await trash(controller, post, request, isTrashable);
  await kit.hooks.action('rest_delete_{post_type}').for(type.name).promise(post, response, request);
  return response;
}

async function remove(controller: PostsController, post: Post, request: RestRequest): Promise<RestResponse> {
  const previous = await controller.prepare(post, request);
  if ((await controller.kit.posts.delete(post.id)) === null) throw keptByPlugin(request);
  postLoaders(request.context).clear();
  return new RestResponse({ deleted: true, previous: previous.data });
}

async function trash(
  controller: PostsController,
  post: Post,
  request: RestRequest,
  isTrashable: boolean,
): Promise<RestResponse> {
  if (!isTrashable) throw errors.rest_trash_not_supported();
  if (post.status === 'trash') throw errors.rest_already_trashed();
  const { posts } = controller.kit;
  const trashed = await posts.trash(post.id, { by: request.user });
  postLoaders(request.context).clear();
  if (trashed === null) {
    // Somebody else may have been quicker.
    throw (await posts.byId(post.id))?.status === 'trash' ? errors.rest_already_trashed() : keptByPlugin(request);
  }
  return controller.prepare(trashed, request);
}

/** The error of an item that a plugin of the site keeps as it is. */
const keptByPlugin = (request: RestRequest) => errors.rest_cannot_delete(request, { status: 500 });
