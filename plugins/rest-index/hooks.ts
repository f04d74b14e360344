import { asyncFilter, filter, type RestRequest, type RestResponse, type Route } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const restIndexHooks = {
  rest_index: asyncFilter<[response: RestResponse, request: RestRequest]>({
    params: ['response', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the index of the interface.',
    section: '4.2',
  }),
  rest_index_authentication: filter<[schemes: Readonly<Record<string, unknown>>, request: RestRequest]>({
    params: ['schemes', 'request'],
    requiredPermissions: 'authentication',
    meaning: 'Adds schemes of authentication, by name, to the index of the interface.',
    section: '5',
  }),
  rest_namespace_index: asyncFilter<[response: RestResponse, request: RestRequest]>({
    params: ['response', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the index of a namespace.',
    section: '4.2',
  }),
  rest_endpoints_description: filter<[data: Record<string, unknown>, route: Route]>({
    params: ['data', 'route'],
    meaning: 'Adjusts the description of one route of an index.',
    section: '4.3',
  }),
  rest_route_data: filter<[available: Readonly<Record<string, unknown>>, routes: ReadonlyMap<string, Route>]>({
    params: ['available', 'routes'],
    meaning: 'Adjusts the descriptions of all routes of an index, by pattern.',
    section: '4.2',
  }),
};

type RestIndexHooks = typeof restIndexHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends RestIndexHooks {}
}
