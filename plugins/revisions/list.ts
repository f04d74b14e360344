import {
  addQueryArgs,
  isLoggedIn,
  type PluginHooks,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { toInteger } from '../../core/schema/index.ts';
import { FIRST_PAGE } from '../pagination/index.ts';
import { idsOf, type Post, type PostQuery, type PostStore, requestedOrder } from '../posts/index.ts';
import { revisionErrors as errors } from './errors.ts';
import type { Revisions } from './revisions.ts';

/** What a list needs of the controller of revisions. */
export interface ListSteps {
  readonly server: RestServer;
  readonly dependencies: { readonly hooks: PluginHooks; readonly posts: PostStore };
  readonly revisions: Pick<Revisions, 'toKeep'>;
  /** The address of the list of an item's revisions. */
  listUrl(parent: Post, request: RestRequest): Promise<string>;
  /** The answer that shows a revision. */
  prepare(revision: Post, request: RestRequest): Promise<RestResponse>;
}

/** Answers a request for the revisions of an item. */
export async function listRevisions(steps: ListSteps, parent: Post, request: RestRequest): Promise<RestResponse> {
  const { server, dependencies } = steps;
  checkOrder(request);
  const query = await adjustedQuery(dependencies.hooks, parent, request);
  const hasRevisions = steps.revisions.toKeep(parent) !== 0;
  const { posts, total } = hasRevisions ? await dependencies.posts.query(query) : { posts: [], total: 0 };
  const { page = FIRST_PAGE, perPage = -1, offset } = query;
  const totalPages = perPage > 0 ? Math.ceil(total / perPage) : Math.min(total, 1);
  if (total > 0) {
    if (offset !== undefined && offset >= total) throw errors.rest_revision_invalid_offset_number();
    if (!offset && page > totalPages) throw errors.rest_revision_invalid_page_number();
  }
  // A list without pages begins at the offset too.
  const shown = perPage > 0 ? posts : posts.slice(offset);
  const items = await Promise.all(shown.map((revision) => steps.prepare(revision, request)));
  const response = new RestResponse(items.map((item) => server.prepareForCollection(item)));
  const { page: _, ...args } = request.paramsOf('query');
  const base = addQueryArgs(await steps.listUrl(parent, request), args);
  response.pagination = { total, totalPages, page, base };
  return response;
}

async function adjustedQuery(hooks: PluginHooks, parent: Post, request: RestRequest): Promise<PostQuery> {
  const query = await hooks.filter('rest_revision_query').promise(queryOf(parent, request), request);
  const members = Object.entries(query).map(([key, value]) => [
    key,
    hooks.filter('rest_query_var-{key}').for(key).call(value),
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
    ...requestedOrder((name) => request.getParam(name)),
    page: number('page') ?? FIRST_PAGE,
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
