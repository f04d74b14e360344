import type { EndpointArgument, RestRequest } from '../../core/index.ts';
import { MOST_PER_PAGE, pagingParams } from '../pagination/index.ts';
import { orderByParam, orderParam } from '../posts/index.ts';

const ORDERS = 'author date id include modified parent relevance slug include_slugs title favorite_count'.split(' ');

/** The arguments of the list, and the names that the directory has for those that it names otherwise. */
export const RENAMED: Readonly<Record<string, string>> = {
  category: 'pattern-categories',
  keyword: 'pattern-keywords',
};

/** The arguments that are passed on to the directory. */
const PASSED_ON = ['category', 'keyword', 'offset', 'order', 'orderby', 'page', 'per_page', 'search', 'slug'];

/** The arguments that choose patterns. */
export function queryParams(): Record<string, EndpointArgument> {
  const { page, per_page } = pagingParams('The page of the list.', 'The most patterns on a page.');
  return {
    page,
    per_page: { ...per_page, default: MOST_PER_PAGE },
    search: { description: 'Words that the patterns hold.', type: 'string', minLength: 1 },
    category: { description: 'The id of a category.', type: 'integer', minimum: 1 },
    keyword: { description: 'The id of a keyword.', type: 'integer', minimum: 1 },
    slug: { description: 'The slugs of patterns.', type: 'array' },
    offset: { description: 'How many patterns to leave out at the beginning of the list.', type: 'integer' },
    order: orderParam,
    orderby: orderByParam(ORDERS),
  };
}

/** What a request asks of the directory. */
export function directoryQuery(request: RestRequest): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = request.getParam(name);
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    query[RENAMED[name] ?? name] = Array.isArray(value) ? value.map(String).join(',') : String(value);
  }
  return query;
}
