import {
  asyncAction,
  asyncFilter,
  type EndpointArgument,
  filter,
  type RestRequest,
  type RestResponse,
} from '../../core/index.ts';
import type { Term, TermInput, TermQuery } from './term.ts';

/** The hooks that terms fire. */
export const termHooks = {
  'rest_prepare_{taxonomy}': asyncFilter<[response: RestResponse, term: Term, request: RestRequest]>({
    params: ['response', 'term', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the answer that shows a term.',
  }),
  'rest_{taxonomy}_query': asyncFilter<[args: TermQuery, request: RestRequest]>({
    params: ['prepared_args', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which terms a list holds.',
  }),
  'rest_{taxonomy}_collection_params': filter<[params: Record<string, EndpointArgument>, taxonomy: string]>({
    params: ['query_params', 'taxonomy'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the arguments of a list of terms.',
  }),
  'rest_pre_insert_{taxonomy}': asyncFilter<[prepared: TermInput, request: RestRequest]>({
    params: ['prepared_term', 'request'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts what a term is made or changed with; may refuse with an error object.',
    decides: true,
  }),
  'rest_insert_{taxonomy}': asyncAction<[term: Term, request: RestRequest, creating: boolean]>({
    params: ['term', 'request', 'creating'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request has made or changed a term, before its meta is stored.',
  }),
  'rest_after_insert_{taxonomy}': asyncAction<[term: Term, request: RestRequest, creating: boolean]>({
    params: ['term', 'request', 'creating'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request has made or changed a term wholly.',
  }),
  'rest_delete_{taxonomy}': asyncAction<[term: Term, response: RestResponse, request: RestRequest]>({
    params: ['term', 'response', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request has deleted a term.',
  }),
  rest_route_for_term: filter<[route: string, term: Term]>({
    params: ['route', 'term'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the route of a term; empty for a term without one.',
  }),
  term_link: filter<[link: string, term: Term, taxonomy: string]>({
    params: ['termlink', 'term', 'taxonomy'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the address of the archive of a term.',
  }),
  created_term: asyncAction<[termId: number, termTaxonomyId: number, taxonomy: string]>({
    params: ['term_id', 'tt_id', 'taxonomy'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a term has been made.',
  }),
  edited_term: asyncAction<[termId: number, termTaxonomyId: number, taxonomy: string]>({
    params: ['term_id', 'tt_id', 'taxonomy'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a term has been changed.',
  }),
  delete_term: asyncAction<
    [termId: number, termTaxonomyId: number, taxonomy: string, deleted: Term, objectIds: readonly number[]]
  >({
    params: ['term', 'tt_id', 'taxonomy', 'deleted_term', 'object_ids'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a term has been deleted; the last parameter holds the items that had it.',
  }),
  set_object_terms: asyncAction<
    [
      objectId: number,
      termIds: readonly number[],
      termTaxonomyIds: readonly number[],
      taxonomy: string,
      append: boolean,
      oldTermTaxonomyIds: readonly number[],
    ]
  >({
    params: ['object_id', 'terms', 'tt_ids', 'taxonomy', 'append', 'old_tt_ids'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when the terms of an item have been set.',
  }),
};

type TermHooks = typeof termHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends TermHooks {}
}
