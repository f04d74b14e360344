import { action, asyncFilter, filter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { ContentType, ContentTypeArgs } from './content-type.ts';

/** The hooks that content types fire. */
export const contentTypeHooks = {
  register_post_type_args: filter<[args: ContentTypeArgs, name: string]>({
    params: ['args', 'post_type'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts what a content type is registered with, its controller class among it.',
    section: '2.1',
  }),
  registered_post_type: action<[name: string, type: ContentType]>({
    params: ['post_type', 'post_type_object'],
    meaning: 'Fires when a content type has been registered.',
  }),
  content_type_taxonomies: filter<[taxonomies: readonly string[], type: ContentType]>({
    params: ['taxonomies', 'post_type'],
    meaning: 'Says which taxonomies of the interface a content type has.',
  }),
  rest_route_for_post_type_items: filter<[route: string, type: ContentType]>({
    params: ['route', 'post_type'],
    meaning: 'Adjusts the route of the items of a content type; empty for a type without one.',
  }),
  rest_prepare_post_type: asyncFilter<[response: RestResponse, type: ContentType, request: RestRequest]>({
    params: ['response', 'post_type', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a content type.',
  }),
};

type ContentTypeHooks = typeof contentTypeHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ContentTypeHooks {}
}
