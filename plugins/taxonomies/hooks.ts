import { action, asyncFilter, filter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { Taxonomy, TaxonomyArgs } from './taxonomy.ts';

/** The hooks that taxonomies fire. */
export const taxonomyHooks = {
  register_taxonomy_args: filter<[args: TaxonomyArgs, name: string, objectTypes: readonly string[]]>({
    params: ['args', 'taxonomy', 'object_type'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts what a taxonomy is registered with, its controller class among it.',
    section: '2.1',
  }),
  registered_taxonomy: action<[name: string, objectTypes: readonly string[], taxonomy: Taxonomy]>({
    params: ['taxonomy', 'object_type', 'taxonomy_object'],
    meaning: 'Fires when a taxonomy has been registered.',
  }),
  rest_route_for_taxonomy_items: filter<[route: string, taxonomy: Taxonomy]>({
    params: ['route', 'taxonomy'],
    meaning: 'Adjusts the route of the terms of a taxonomy; empty for a taxonomy without one.',
  }),
  rest_prepare_taxonomy: asyncFilter<[response: RestResponse, taxonomy: Taxonomy, request: RestRequest]>({
    params: ['response', 'taxonomy', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a taxonomy.',
  }),
};

type TaxonomyHooks = typeof taxonomyHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends TaxonomyHooks {}
}
