import { definePlugin, RESOURCE_ROUTES, serviceToken } from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import { AuthKeys } from '../auth-keys/index.ts';
import { Database } from '../database/index.ts';
import { ReservedMeta } from '../meta/index.ts';
import { Nonces } from '../nonces/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Throttles } from '../throttles/index.ts';
import { UserSecrets, UserStore } from '../users/index.ts';
import { BrowserSessions as BrowserSessionService } from './browser.ts';
import { SessionsController } from './controller.ts';
import { queryText } from './form.ts';
import { OwnSessionFormat, SessionFormat } from './format.ts';
import { sessionHooks } from './hooks.ts';
import { showLogin, takeLogin } from './login-page.ts';
import type { LoginParts } from './login-parts.ts';
import { LoginTokens } from './login-tokens.ts';
import { logOut } from './logout-page.ts';
import { Reauthentication as ReauthenticationService } from './reauthentication.ts';
import { Sessions as SessionService } from './sessions.ts';
import { UserRecord } from './user-record.ts';

export { type LoginChallenge, withChallenge } from './challenge.ts';
export type { CookieParts } from './cookie.ts';
export { formText, queryText } from './form.ts';
export { type CookieContent, SessionFormat } from './format.ts';
export { refusalState } from './login-form.ts';
export { isFromOwnPage } from './origin.ts';
export { type Page, sendPage } from './page.ts';
export type { Claimant } from './reauthentication.ts';
export type { CookieFailure, NewSession, Session, SessionClient } from './sessions.ts';
export { cookieHeader, cookieNameOf, type SiteCookie, setCookie } from './set-cookie.ts';
export { UserRecord } from './user-record.ts';

/** The service that begins, recognises and ends login sessions. */
export type Sessions = SessionService;

/** The token of the session service. */
export const Sessions = serviceToken('sessions', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    sessions: Sessions;
  }
}

/** The service that keeps login sessions in browsers' cookies. */
export type BrowserSessions = BrowserSessionService;

/** The token of the service for pages. */
export const BrowserSessions = serviceToken('browser-sessions', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'browser-sessions': BrowserSessions;
  }
}

/** The service that asks users who are signed in for proof again. */
export type Reauthentication = ReauthenticationService;

/** The token of that service. */
export const Reauthentication = serviceToken('reauthentication', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    reauthentication: Reauthentication;
  }
}

export default definePlugin({
  name: 'sessions',
  version: '0.1.0',
  description: 'Signs people in and out with a page and a cookie.',
  group: 'identity',
  cacheable: true,
  requires: {
    'auth-keys': '^0.1.0',
    database: '^0.1.0',
    meta: '^0.1.0',
    nonces: '^0.1.0',
    options: '^0.1.0',
    throttles: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['wordpress-login'],
  capabilities: ['authentication', 'database', 'options:read', 'pages', 'routes:cms/v2', 'users:write'],
  hooks: sessionHooks,
  setup(host) {
    const { site, hooks } = host;
    const [clock, users, options] = [host.use(SiteClock), host.use(UserStore), host.use(Options)];
    const [secrets, credentials] = [host.use(UserSecrets), host.use(Credentials)];
    const [keys, throttles] = [host.use(AuthKeys), host.use(Throttles)];
    const recordOf = (key: string) => new UserRecord(host.use(Database), host.use(ReservedMeta), key);
    const format = host.find(SessionFormat) ?? new OwnSessionFormat(site, keys);
    const record = recordOf('session_tokens');
    const sessions = new SessionService({ clock, users, secrets, hooks, format, record, credentials });
    const tokens = new LoginTokens({ keys, clock, users, secrets, record: recordOf('_login_tokens') });
    const browser = new BrowserSessionService(sessions, site);
    host.provide(Sessions, sessions);
    host.provide(BrowserSessions, browser);
    host.provide(Reauthentication, new ReauthenticationService({ sessions, users, throttles, clock, credentials }));

    if (hooks.has('front_page_links')) {
      hooks.filter('front_page_links').tapPromise('sessions', async (links, { context }) => {
        const cookie = (context && credentials.http(context))?.cookie(sessions.cookieName) ?? '';
        const isSignedIn = typeof (await sessions.verify(cookie)) !== 'string';
        const link = isSignedIn ? { path: '/logout', text: 'Log out' } : { path: '/login', text: 'Log in' };
        return [...links, { href: site.home + link.path, text: link.text }];
      });
    }

    // The signatures of all cookies are void with another password; what is stored of their sessions is removed.
    hooks.action('user_password_changed').tapPromise('sessions', (userId) => sessions.destroyAll(userId));

    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new SessionsController(server, { users, sessions }).registerRoutes();
    });

    const { isReadOnly } = host.use(Database);
    const parts: LoginParts = { site, hooks, options, users, browser, throttles, tokens, isReadOnly };
    const nonces = host.use(Nonces);
    hooks.action('http_routes').tap('sessions', (router) => {
      router.get('/login', (context) => showLogin(context, parts));
      router.post('/login', (context) => takeLogin(context, parts));
      router.all('/logout', (context) => logOut(context, parts, nonces));
      // Existing clients expect the login page at this address.
      router.all(`/${host.brand.prefixed('login.php')}`, (context) => {
        const action = queryText(context, 'action');
        if (action === 'logout') return logOut(context, parts, nonces);
        const lost = action === 'lostpassword' ? hooks.filter('lostpassword_url').call('', '') : '';
        if (lost !== '') return context.redirect(lost);
        return context.method === 'POST' ? takeLogin(context, parts) : showLogin(context, parts);
      });
    });
  },
});
