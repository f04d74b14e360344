import type { RequestContext } from '../../core/index.ts';
import { type BlockInstance, type RenderContext, requestOf } from '../content-rendering/index.ts';
import { PER_PAGE } from '../pagination/index.ts';
import { type Post, type PostQuery, type PostResult, type PostStore, postLoaders } from '../posts/index.ts';
import type { QueryBlockDependencies } from './dependencies.ts';
import { pageOf } from './page-links.ts';
import { type QueryAttribute, queryVars } from './query-vars.ts';

/** The items of a page of a list. */
export interface Listed {
  readonly posts: readonly Post[];
  readonly page: number;
  /** How many pages the list has, not more than its author allows. */
  readonly pages: number;
}

type Services = Pick<QueryBlockDependencies, 'hooks' | 'options' | 'posts' | 'taxonomies' | 'types'>;

/**
 * The items of the query block around a block, on the page that the request asks for. All parts of a list share what
 * they find. No list is known that a front end shows the block in, so a query that inherits one lists by its own terms.
 */
export async function listedItems(block: BlockInstance, context: RenderContext, services: Services): Promise<Listed> {
  const request = requestOf(context);
  const page = pageOf(block, request);
  const asked = (block.context.query ?? {}) as QueryAttribute;
  const { query, skipped } = queryVars(asked, page, services);
  const adjusted = services.hooks.filter('query_loop_block_query_vars').call(query, block, page);
  const { posts, total } = await found(services.posts, request).load(JSON.stringify(adjusted));
  const most = Math.max(Math.trunc(Number(asked.pages ?? 0)) || 0, 0);
  const pages = Math.ceil(Math.max(total - skipped, 0) / Math.max(adjusted.perPage ?? PER_PAGE, 1));
  return { posts: most > 0 && page > most ? [] : posts, page, pages: most > 0 ? Math.min(most, pages) : pages };
}

/** The items that were found for a request, by their query. */
const found = (posts: PostStore, request: RequestContext) =>
  postLoaders(request).of(found, (queries: readonly string[]) =>
    Promise.all(queries.map((query): Promise<PostResult<Post>> => posts.query(JSON.parse(query) as PostQuery))),
  );
