import { addQueryArgs, allReady, attempt, type RestRequest, RestResponse } from '../../../core/index.ts';
import { postErrors as errors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostQuery } from '../query/post-query.ts';
import { mayEdit } from './permissions.ts';
import type { PostsController } from './posts-controller.ts';

/** Answers a request for a list. Items that may not be read are left out after counting. */
export async function listItems(controller: PostsController, request: RestRequest): Promise<RestResponse> {
  const { kit, server, scope } = controller;
  checkOrder(request);
  const query = await adjusted(controller, request);
  const { posts, total } = await kit.posts.query(query);
  const { page = 1, perPage = 10 } = query;
  const totalPages = Math.ceil(total / perPage);
  if (page > totalPages && total > 0) throw errors.rest_post_invalid_page_number();

  const loader = kit.posts.loader(request.context);
  for (const post of posts) loader.prime(post.id, post);
  const isEdit = request.getParam('context') === 'edit';
  const isShown = (post: Post) => (isEdit ? mayEdit(scope, post, request) : controller.isReadable(post, request));
  const verdicts = await allReady(posts.map((post) => attempt(() => isShown(post))));
  const shown = posts.filter((_, index) => verdicts[index]);
  await controller.fill(shown, request);
  const response = await listOf(controller, shown, request);
  const { page: _, ...args } = request.paramsOf('query');
  const base = server.restUrl(`${controller.namespace}/${controller.restBase}`, request.context);
  response.pagination = { total, totalPages, page, base: addQueryArgs(base, args) };
  return response;
}

/** The answer that shows items: written at once where they may be kept in that form. */
async function listOf(
  controller: PostsController,
  posts: readonly Post[],
  request: RestRequest,
): Promise<RestResponse> {
  const write = controller.writer(request);
  if (write !== undefined) {
    return RestResponse.fromItems(await allReady(posts.map((post) => attempt(() => write(post)))));
  }
  const items = await allReady(posts.map((post) => attempt(() => controller.prepare(post, request))));
  return new RestResponse(items.map((item) => controller.server.prepareForCollection(item)));
}

/** What the list asks of the store, after the filters. */
async function adjusted(controller: PostsController, request: RestRequest): Promise<PostQuery> {
  const { kit, type } = controller;
  const asked = controller.queryOf(request);
  const query = await kit.hooks.filter('rest_{post_type}_query').for(type.name).run(asked, request);
  const variables = kit.hooks.filter('rest_query_var-{key}');
  const values: Record<string, unknown> = { ...query };
  for (const key of Object.keys(values)) {
    const hook = variables.for(key);
    if (hook.isUsed()) values[key] = hook.call(values[key]);
  }
  return values as PostQuery;
}

function checkOrder(request: RestRequest): void {
  const order = request.getParam('orderby');
  if (order === 'relevance' && !request.getParam('search')) throw errors.rest_no_search_term_defined();
  const include = request.getParam('include');
  if (order === 'include' && !(Array.isArray(include) && include.length > 0)) {
    throw errors.rest_orderby_include_missing_include();
  }
}
