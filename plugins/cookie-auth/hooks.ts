import { action, type RestRequest } from '../../core/index.ts';

const event = (meaning: string) =>
  action<[request: RestRequest]>({
    params: ['request'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning,
    section: '5',
  });

/** The events of a login cookie; cookie authentication decides by them. */
export const cookieAuthHooks = {
  auth_cookie_valid: event('Fires when the login cookie of a request holds and says who makes it.'),
  auth_cookie_malformed: event('Fires when the login cookie of a request has not the form of one.'),
  auth_cookie_expired: event('Fires when the login cookie of a request has expired.'),
  auth_cookie_bad_username: event('Fires when the login cookie of a request names nobody.'),
  auth_cookie_bad_hash: event('Fires when the login cookie of a request is not signed as it must be.'),
  auth_cookie_bad_session_token: event('Fires when the session that the login cookie of a request names has ended.'),
};

type CookieAuthHooks = typeof cookieAuthHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends CookieAuthHooks {}
}
