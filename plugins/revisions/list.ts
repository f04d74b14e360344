import { addQueryArgs, isLoggedIn, type RestRequest, RestResponse, toInteger } from '../../core/index.ts';
import { idsOf, type Post, type PostOrder, type PostQuery } from '../posts/index.ts';
import type { RevisionsController } from './controller.ts';
import { revisionErrors as errors } from './errors.ts';

/** Answers a request for the revisions of an item. */
export async function listRevisions(
  controller: RevisionsController,
  parent: Post,
  request: RestRequest,
): Promise<RestResponse> {
  const { server, kit } = controller;
  checkOrder(request);
  const query = await adjusted(controller, parent, request);
  const isKept = controller.revisions.toKeep(parent) !== 0;
  const { posts, total } = isKept ? await kit.posts.query(query) : { posts: [], total: 0 };
  const { page = 1, perPage = -1, offset } = query;
  const totalPages = perPage > 0 ? Math.ceil(total / perPage) : Math.min(total, 1);
  if (perPage > 0 && total > 0) {
    if (offset !== undefined && offset >= total) throw errors.rest_revision_invalid_offset_number();
    if (!offset && page > totalPages) throw errors.rest_revision_invalid_page_number();
  }
  const items = await Promise.all(posts.map((revision) => controller.prepare(revision, request)));
  const response = new RestResponse(items.map((item) => server.prepareForCollection(item)));
  const { page: _, ...args } = request.paramsOf('query');
  const base = addQueryArgs(await controller.listUrl(parent, request), args);
  response.pagination = { total, totalPages, page, base };
  return response;
}

async function adjusted({ kit }: RevisionsController, parent: Post, request: RestRequest): Promise<PostQuery> {
  const query = await kit.hooks.filter('rest_revision_query').promise(queryOf(parent, request), request);
  const members = Object.entries(query).map(([key, value]) => [
    key,
    kit.hooks.filter('rest_query_var-{key}').for(key).call(value),
  ]);
  return Object.fromEntries(members) as PostQuery;
}

function queryOf(parent: Post, request: RestRequest): PostQuery {
  const number = (name: string) => {
    const value = request.getParam(name);
    return value === null ? undefined : toInteger(value);
  };
  const offset = number('offset');
  return {
    types: ['revision'],
    statuses: ['inherit'],
    parents: [parent.id],
    include: idsOf(request.getParam('include')),
    exclude: idsOf(request.getParam('exclude')),
    search: String(request.getParam('search') ?? ''),
    withoutPassword: !isLoggedIn(request.user),
    orderBy: (request.getParam('orderby') ?? 'date') as PostOrder,
    order: request.getParam('order') === 'asc' ? 'asc' : 'desc',
    page: number('page') ?? 1,
    perPage: number('per_page') ?? -1,
    offset: offset === undefined ? undefined : Math.abs(offset),
  };
}

function checkOrder(request: RestRequest): void {
  const order = request.getParam('orderby');
  if (order === 'relevance' && !request.getParam('search')) throw errors.rest_no_search_term_defined();
  if (order === 'include' && idsOf(request.getParam('include')).length === 0) {
    throw errors.rest_orderby_include_missing_include();
  }
}
