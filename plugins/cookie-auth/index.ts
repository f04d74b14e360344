import { definePlugin, type RestRequest } from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import { Nonces } from '../nonces/index.ts';
import { BrowserSessions, cookieHeader, queryText, Sessions } from '../sessions/index.ts';
import { checkCookieNonce } from './check.ts';
import { cookieAuthHooks } from './hooks.ts';
import { sendNonce } from './nonce-page.ts';
import { cookieSession, recordEvents, recordedHeaders, recordHeaders, recordSession } from './status.ts';

export { type CookieStatus, cookieSession, cookieStatus } from './status.ts';

export default definePlugin({
  name: 'cookie-auth',
  version: '0.1.0',
  description: 'Identifies users of the interface by login cookie, guarded by a nonce.',
  group: 'identity',
  cacheable: true,
  requires: { nonces: '^0.1.0', sessions: '^0.1.0' },
  capabilities: ['authentication', 'pages', 'users:read'],
  hooks: cookieAuthHooks,
  setup({ hooks, brand, site, use }) {
    const [sessions, browser, nonces] = [use(Sessions), use(BrowserSessions), use(Nonces)];
    const credentials = use(Credentials);
    recordEvents(hooks);

    // Before every scheme that reads a header: a client with a cookie must send a nonce.
    hooks.filter('determine_current_user').tapPromise({ name: 'cookie-auth', stage: 10 }, (userId, request) => {
      const cookie = userId ? undefined : request.context.http?.cookie(sessions.cookieName);
      return cookie === undefined ? userId : identify(userId, request, cookie);
    });
    const identify = async (userId: number | false, request: RestRequest, cookie: string): Promise<number | false> => {
      const verdict = await sessions.verify(cookie, request.context);
      if (typeof verdict === 'string') {
        hooks.action(`auth_cookie_${verdict}`).call(request);
        return userId;
      }
      recordSession(request, verdict);
      hooks.action('auth_cookie_valid').call(request);
      return verdict.userId;
    };

    // After every other scheme, because each of them may have decided already.
    hooks.filter('rest_authentication_errors').tap({ name: 'cookie-auth', stage: 100 }, (result, request, headers) => {
      if (cookieSession(request.context) !== undefined) recordHeaders(request, headers);
      return checkCookieNonce(result, request, headers, { brand, nonces });
    });

    // Another password ends all sessions of a user; the one in which the user has changed it goes on.
    hooks.action('rest_after_insert_user').tapPromise('cookie-auth', async (user, request) => {
      const http = credentials.http(request.context);
      const [session, headers] = [cookieSession(request.context), recordedHeaders(request.context)];
      const cookie = http?.cookie(sessions.cookieName);
      if (session?.userId !== user.id || request.user.id !== user.id || !headers || !cookie || !http) return;
      if ((await sessions.verify(cookie)) !== 'bad_hash') return;
      const client = { ip: http.remoteAddress, userAgent: request.getHeader('User-Agent') ?? '', tls: http.tls };
      const { cookies, expires: end, remember } = await sessions.renew(session, cookie, client);
      const expires = remember ? end : undefined;
      // Several cookies stand on a line each.
      headers['Set-Cookie'] = cookies.map((each) => cookieHeader(site, { ...each, tls: http.tls, expires })).join('\n');
    });

    if (hooks.has('openapi_security')) {
      hooks.filter('openapi_security').tap('cookie-auth', (ways) => [
        ...ways,
        {
          cookie: { type: 'apiKey', in: 'cookie', name: sessions.cookieName, description: 'The login cookie.' },
          nonce: { type: 'apiKey', in: 'header', name: brand.header('Nonce'), description: 'The nonce of a session.' },
        },
      ]);
    }

    hooks.action('http_routes').tap('cookie-auth', (router) => {
      router.get('/nonce', (context) => sendNonce(context, { brand, nonces, browser }));
      // Clients of WordPress have this one address built in; nothing else is served there.
      router.get(`/${brand.prefixed('admin')}/admin-ajax.php`, async (context) => {
        if (queryText(context, 'action') === 'rest-nonce') return sendNonce(context, { brand, nonces, browser });
        context.status = 400;
        context.body = '0';
      });
    });
  },
});
