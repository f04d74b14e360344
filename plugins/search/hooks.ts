import { asyncFilter, filter, type RestRequest } from '../../core/index.ts';
import type { PostQuery } from '../posts/index.ts';
import type { TermQuery } from '../terms/index.ts';
import type { FormatQuery } from './format-handler.ts';
import type { SearchHandler } from './handler.ts';

/** The hooks of the search. */
export const searchHooks = {
  cms_rest_search_handlers: filter<[handlers: readonly SearchHandler[]]>({
    params: ['search_handlers'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the list of search handlers. Each must extend the base class of handlers.',
    section: '6',
  }),
  rest_post_search_query: asyncFilter<[args: PostQuery, request: RestRequest]>({
    params: ['query_args', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which content items a search finds.',
  }),
  rest_term_search_query: asyncFilter<[args: TermQuery, request: RestRequest]>({
    params: ['query_args', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which terms a search finds.',
  }),
  rest_post_format_search_query: asyncFilter<[args: FormatQuery, request: RestRequest]>({
    params: ['query_args', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which post formats a search finds.',
  }),
};

type SearchHooks = typeof searchHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SearchHooks {}
}
