import {
  asyncAction,
  asyncFilter,
  type EndpointArgument,
  filter,
  type RestRequest,
  type RestResponse,
} from '../../core/index.ts';
import type { OpenUserInput, User, UserQuery } from './user.ts';

/** The hooks that the plugin fires. */
export const userHooks = {
  user_register: asyncAction<[userId: number, input: OpenUserInput]>({
    params: ['user_id', 'input'],
    requiredPermissions: 'users:read',
    meaning: 'Fires after a user was made; the input is told without the password.',
  }),
  profile_update: asyncAction<[userId: number, oldUser: User, input: OpenUserInput]>({
    params: ['user_id', 'old_user', 'input'],
    requiredPermissions: 'users:read',
    meaning: 'Fires after a user was changed; the input is told without the password.',
  }),
  user_password_changed: asyncAction<[userId: number]>({
    params: ['user_id'],
    requiredPermissions: 'users:read',
    meaning: 'Fires after a user got another password, by whatever way; what the former one opened ends here.',
  }),
  delete_user: asyncAction<[userId: number, reassign: number | null, user: User]>({
    params: ['user_id', 'reassign', 'user'],
    requiredPermissions: 'users:write',
    meaning:
      'Fires before a user is deleted; what the user made is deleted or reassigned here. A failure keeps the user.',
    decides: true,
    timeout: 0,
  }),
  deleted_user: asyncAction<[userId: number, reassign: number | null, user: User]>({
    params: ['user_id', 'reassign', 'user'],
    requiredPermissions: 'users:read',
    meaning: 'Fires after a user was deleted.',
  }),
  illegal_user_logins: filter<[logins: readonly string[]]>({
    params: ['logins'],
    requiredPermissions: 'users:write',
    meaning: 'Lists login names that no user may have, in lower case.',
  }),
  editable_roles: filter<[roles: readonly string[], request: RestRequest]>({
    params: ['roles', 'request'],
    requiredPermissions: 'authentication',
    meaning: 'Says which roles may be given to users.',
    decides: true,
  }),
  rest_user_collection_params: filter<[params: Record<string, EndpointArgument>]>({
    params: ['query_params'],
    requiredPermissions: 'users:read',
    meaning: 'Adjusts the arguments of the list of users.',
    section: '6',
  }),
  rest_user_query: asyncFilter<[query: UserQuery, request: RestRequest]>({
    params: ['prepared_args', 'request'],
    requiredPermissions: 'users:read',
    meaning: 'Adjusts which users a list holds.',
    section: '6',
  }),
  rest_prepare_user: asyncFilter<[response: RestResponse, user: User, request: RestRequest]>({
    params: ['response', 'user', 'request'],
    requiredPermissions: 'users:read',
    meaning: 'Adjusts the answer that shows a user.',
    section: '6',
  }),
  rest_pre_insert_user: asyncFilter<[prepared: OpenUserInput, request: RestRequest]>({
    params: ['prepared_user', 'request'],
    requiredPermissions: 'users:write',
    meaning: 'Adjusts what a request makes or changes a user with; may refuse by throwing an error object.',
    section: '6',
    decides: true,
  }),
  rest_insert_user: asyncAction<[user: User, request: RestRequest, creating: boolean]>({
    params: ['user', 'request', 'creating'],
    requiredPermissions: 'users:read',
    meaning: 'Fires after a request stored a user, before its metadata and additional fields.',
    section: '6',
  }),
  rest_after_insert_user: asyncAction<[user: User, request: RestRequest, creating: boolean]>({
    params: ['user', 'request', 'creating'],
    requiredPermissions: 'users:read',
    meaning: 'Fires after a request stored a user with all that belongs to it.',
    section: '6',
  }),
  rest_delete_user: asyncAction<[user: User, response: RestResponse, request: RestRequest]>({
    params: ['user', 'response', 'request'],
    requiredPermissions: 'users:read',
    meaning: 'Fires after a request deleted a user.',
    section: '6',
  }),
};

type UserHooks = typeof userHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends UserHooks {}
}
