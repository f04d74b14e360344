import { action, asyncAction, asyncFilter, filter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { User } from '../users/index.ts';
import type { NewApplicationPassword, OpenApplicationPassword } from './store.ts';

/** The hooks of application passwords. */
export const applicationPasswordHooks = {
  cms_is_application_passwords_available: filter<[available: boolean]>({
    params: ['available'],
    requiredPermissions: 'authentication',
    meaning: 'Says whether application passwords may be used on this connection; true over TLS and on a local host.',
    decides: true,
  }),
  cms_is_application_passwords_available_for_user: filter<[available: boolean, user: User]>({
    params: ['available', 'user'],
    requiredPermissions: 'authentication',
    meaning: 'Says whether a user may use application passwords.',
    decides: true,
  }),
  application_password_did_authenticate: asyncAction<[user: User, item: OpenApplicationPassword]>({
    params: ['user', 'item'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning: 'Fires when a request was identified by an application password.',
  }),
  application_password_failed_authentication: action<[request: RestRequest]>({
    params: ['request'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning: 'Fires when a request came with an application password that is of nobody.',
  }),
  cms_create_application_password: asyncAction<[userId: number, item: OpenApplicationPassword]>({
    params: ['user_id', 'item'],
    requiredPermissions: 'authentication',
    meaning: 'Fires when an application password was made, wherever.',
  }),
  cms_update_application_password: asyncAction<[userId: number, item: OpenApplicationPassword]>({
    params: ['user_id', 'item'],
    requiredPermissions: 'authentication',
    meaning: 'Fires when an application password was renamed.',
  }),
  cms_delete_application_password: asyncAction<[userId: number, item: OpenApplicationPassword]>({
    params: ['user_id', 'item'],
    requiredPermissions: 'authentication',
    meaning: 'Fires when an application password was revoked.',
  }),
  rest_pre_insert_application_password: asyncFilter<[prepared: NewApplicationPassword, request: RestRequest]>({
    params: ['prepared', 'request'],
    requiredPermissions: 'authentication',
    meaning: 'Adjusts what a request makes or changes an application password to; may refuse with an error object.',
    decides: true,
  }),
  rest_after_insert_application_password: asyncAction<
    [item: OpenApplicationPassword, request: RestRequest, creating: boolean]
  >({
    params: ['item', 'request', 'creating'],
    requiredPermissions: 'authentication',
    meaning: 'Fires when a request has made or changed an application password.',
  }),
  rest_prepare_application_password: asyncFilter<
    [response: RestResponse, item: OpenApplicationPassword, request: RestRequest]
  >({
    params: ['response', 'item', 'request'],
    requiredPermissions: 'authentication',
    meaning: 'Adjusts the answer that shows an application password.',
  }),
};

type ApplicationPasswordHooks = typeof applicationPasswordHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ApplicationPasswordHooks {}
}
