import { addQueryArgs, type RestRequest, type RestResponse } from '../../../core/index.ts';
import { FIRST_PAGE, PER_PAGE } from '../../pagination/index.ts';
import { postErrors as errors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostQuery } from '../query/post-query.ts';
import type { TypeScope } from './dependencies.ts';
import type { CachedItems } from './item-cache.ts';
import { comparePassword } from './password.ts';
import { mayEdit } from './permissions.ts';

/** What a list needs of a controller of items. */
export interface ListSteps {
  readonly scope: TypeScope<'hooks' | 'posts' | 'throttles'>;
  /** The query for the store that a request for a list makes. */
  queryOf(request: RestRequest): PostQuery;
  /** Whether the user of a request may read an item. */
  isReadable(post: Post, request: RestRequest): Promise<boolean>;
  /** The cached items for the list; undefined where all items have to be prepared. */
  cachedItems(request: RestRequest): CachedItems | undefined;
  /** The answer that shows items, in their order. */
  prepareList(posts: readonly Post[], request: RestRequest, cached?: CachedItems): Promise<RestResponse>;
}

/** Answers a request for a list. Items that may not be read are left out after counting. */
export async function listItems(steps: ListSteps, request: RestRequest): Promise<RestResponse> {
  const { dependencies, server, type } = steps.scope;
  checkOrder(request);
  const query = await adjustedQuery(steps, request);
  const cached = steps.cachedItems(request);
  const { posts, total } = await dependencies.posts.query(query);
  const { page = FIRST_PAGE, perPage = PER_PAGE } = query;
  const totalPages = Math.ceil(total / perPage);
  if (page > totalPages && total > 0) throw errors.rest_post_invalid_page_number();

  const loader = dependencies.posts.loader(request.context);
  for (const post of posts) loader.prime(post.id, post);
  await comparePassword(posts, request, dependencies);
  const response = await steps.prepareList(await shownOf(posts, steps, request), request, cached);
  const base = server.restUrl(`${type.rest_namespace}/${type.rest_base}`, request.context);
  response.pagination = { total, totalPages, page, base: addQueryArgs(base, request.paramsOf('query')) };
  return response;
}

/** The items that the user may read, or in the edit context those that the user may edit. */
async function shownOf(posts: readonly Post[], steps: ListSteps, request: RestRequest): Promise<Post[]> {
  if (request.getParam('context') === 'edit') return posts.filter((post) => mayEdit(steps.scope, post, request));
  const verdicts = await Promise.all(posts.map((post) => steps.isReadable(post, request)));
  return posts.filter((_, index) => verdicts[index]);
}

/** The query of the list for the store, after the filters. */
async function adjustedQuery(steps: ListSteps, request: RestRequest): Promise<PostQuery> {
  const { scope } = steps;
  const { hooks } = scope.dependencies;
  const query = await hooks
    .filter('rest_{post_type}_query')
    .for(scope.type.name)
    .promise(steps.queryOf(request), request);
  const variables = hooks.filter('rest_query_var-{key}');
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
