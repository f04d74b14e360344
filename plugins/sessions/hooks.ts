import { action, asyncAction, asyncFilter, filter } from '../../core/index.ts';
import type { User } from '../users/index.ts';
import { beChallenge, type LoginChallenge } from './challenge.ts';

/** The hooks of signing in and out. */
export const sessionHooks = {
  auth_cookie_expiration: filter<[seconds: number, userId: number, remember: boolean]>({
    params: ['seconds', 'user_id', 'remember'],
    requiredPermissions: 'authentication',
    meaning: 'Adjusts how long a new login session lasts, in seconds.',
    section: '5',
  }),
  cms_login: asyncAction<[login: string, user: User]>({
    params: ['user_login', 'user'],
    inner: false,
    requiredPermissions: 'users:read',
    meaning: 'Fires when someone has signed in by the login page.',
  }),
  cms_login_failed: action<[login: string]>({
    params: ['username'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning:
      'Fires when the login page refuses someone, by the password or by what was asked for after it; the name is what the visitor typed, and no user may have it.',
  }),
  cms_logout: asyncAction<[userId: number]>({
    params: ['user_id'],
    requiredPermissions: 'users:read',
    meaning: 'Fires when someone has signed out.',
  }),
  login_challenge: asyncFilter<[challenge: LoginChallenge | null, user: User]>({
    params: ['challenge', 'user'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning:
      'Says what the login page asks for after the right password, such as the code of a second factor, before there is a session; null for nothing.',
    decides: true,
    value: beChallenge,
  }),
  lostpassword_url: filter<[url: string, redirect: string]>({
    params: ['lostpassword_url', 'redirect'],
    requiredPermissions: 'pages',
    meaning: 'Says where the login page leads who has lost a password; empty for nowhere.',
  }),
  login_redirect: filter<[url: string, requested: string, user: User]>({
    params: ['redirect_to', 'requested_redirect_to', 'user'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning:
      'Adjusts the address that the login page redirects to; the second parameter is the one that the form requested.',
  }),
};

type SessionHooks = typeof sessionHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SessionHooks {}
}
