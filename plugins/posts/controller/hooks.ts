import {
  anyValue,
  asyncAction,
  asyncFilter,
  type EndpointArgument,
  type FieldSelection,
  filter,
  type ItemSchema,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../../core/index.ts';
import type { Post } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import type { PostQuery } from '../query/post-query.ts';

/** The hooks that the routes of items fire. */
export const postRouteHooks = {
  'rest_{post_type}_item_schema': filter<[schema: ItemSchema]>({
    params: ['schema'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts the schema of the items of a type.',
    section: '2.1',
  }),
  'rest_{post_type}_collection_params': filter<[params: Record<string, EndpointArgument>, type: string]>({
    params: ['query_params', 'post_type'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the arguments of a list of items.',
  }),
  'rest_{post_type}_query': asyncFilter<[args: PostQuery, request: RestRequest]>({
    params: ['args', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which items a list holds.',
  }),
  'rest_query_var-{key}': filter<[value: unknown]>({
    params: ['value'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts one member of the query of a list of items.',
    value: anyValue,
  }),
  'rest_pre_insert_{post_type}': asyncFilter<[prepared: PostInput, request: RestRequest]>({
    params: ['prepared_post', 'request'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts what an item is made or changed with; may refuse with an error object.',
    decides: true,
  }),
  'rest_insert_{post_type}': asyncAction<[post: Post, request: RestRequest, creating: boolean]>({
    params: ['post', 'request', 'creating'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request has made or changed an item, before its terms and meta are stored.',
  }),
  'rest_after_insert_{post_type}': asyncAction<[post: Post, request: RestRequest, creating: boolean]>({
    params: ['post', 'request', 'creating'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request has made or changed an item wholly.',
  }),
  'rest_{post_type}_trashable': filter<[trashable: boolean, post: Post]>({
    params: ['supports_trash', 'post'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether an item can be moved to the trash.',
  }),
  'rest_delete_{post_type}': asyncAction<[post: Post, response: RestResponse, request: RestRequest]>({
    params: ['post', 'response', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request has deleted an item or moved it to the trash.',
  }),
  'rest_prepare_{post_type}': asyncFilter<[response: RestResponse, post: Post, request: RestRequest]>({
    params: ['response', 'post', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the answer that shows an item.',
  }),
  rest_post_items: asyncAction<[posts: readonly Post[], request: RestRequest, fields: FieldSelection]>({
    params: ['posts', 'request', 'fields'],
    requiredPermissions: 'content:read',
    meaning: 'Fires before items are shown, so that what belongs to them can be read together.',
  }),
  rest_post_links: asyncAction<[response: RestResponse, post: Post, request: RestRequest, server: RestServer]>({
    params: ['response', 'post', 'request', 'server'],
    requiredPermissions: 'content:read',
    meaning: 'Adds links to the answer that shows an item of any type.',
  }),
  get_the_guid: filter<[guid: string, id: number]>({
    params: ['guid', 'post_id'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the global identifier that is shown of an item.',
  }),
  theme_templates: asyncFilter<[templates: Record<string, string>, post: Post | null, type: string]>({
    params: ['post_templates', 'post', 'post_type'],
    requiredPermissions: 'content:read',
    meaning: 'Says which templates items of a type may have: names for people by file.',
  }),
};

type PostRouteHooks = typeof postRouteHooks;

declare module '../../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends PostRouteHooks {}
}
