import { defaulted, object, string } from 'superstruct';
import { type CurrentUser, definePlugin, type HttpContext, type RestServer, UserLoader } from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import { html } from '../../core/text/index.ts';
import { Roles } from '../roles/index.ts';
import { BrowserSessions, Sessions, sendPage } from '../sessions/index.ts';
import { Explanations } from './explanations.ts';
import { sendFile } from './files.ts';
import { sendJson } from './send-json.ts';
import { sendShell } from './shell.ts';
import { siteState } from './site-state.ts';
import { whoMay } from './who-may.ts';

/** The capability of users who may see the plugins and hooks of the site, and explanations of requests. */
const INSIDE = 'manage_options';

/** A page on which people find, call and understand the routes of the site. */
export default definePlugin({
  name: 'explorer',
  version: '0.1.0',
  description: 'Shows routes, hooks and plugins at /explorer, and makes requests with all that ran for them.',
  group: 'operations',
  cacheable: true,
  requires: { 'cookie-auth': '^0.1.0', roles: '^0.1.0', sessions: '^0.1.0', users: '^0.1.0' },
  after: ['explain'],
  capabilities: ['authentication', 'pages', 'plugins', 'requests', 'routes:*', 'users:write'],
  options: object({
    /** The capability of users who may see the page. */
    capability: defaulted(string(), 'read'),
  }),
  setup(host, { capability }) {
    const { hooks, site, brand, use } = host;
    const [browser, users, roles] = [use(BrowserSessions), use(UserLoader), use(Roles)];
    const explanations = new Explanations(brand.header('Explore'), INSIDE);
    explanations.tap(hooks);
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap('explorer', (created) => {
      server = created;
    });

    if (hooks.has('front_page_links')) {
      const [sessions, credentials] = [use(Sessions), use(Credentials)];
      hooks.filter('front_page_links').tapPromise('explorer', async (links, { context }) => {
        const session = await sessions.verify(
          (context && credentials.http(context))?.cookie(sessions.cookieName) ?? '',
        );
        const user = typeof session === 'string' ? null : await users.load(session.userId);
        return user?.can(capability) ? [...links, { href: `${site.home}/explorer`, text: 'Explorer' }] : links;
      });
    }

    const current = async (http: HttpContext): Promise<CurrentUser | null> => {
      const session = await browser.current(http);
      return session === undefined ? null : users.load(session.userId);
    };
    /** Answers with data for users who may see the page, and with a refusal to others. */
    const forUsers =
      (answer: (user: CurrentUser, http: HttpContext, server: RestServer) => unknown) => async (http: HttpContext) => {
        const user = await current(http);
        if (user === null) return sendJson(http, { error: 'Sign in first.' }, 401);
        if (!user.can(capability) || server === undefined)
          return sendJson(http, { error: 'You may not do that.' }, 403);
        const data = await answer(user, http, server);
        return data === undefined ? sendJson(http, { error: 'There is none.' }, 404) : sendJson(http, data);
      };

    hooks.action('http_routes').tap('explorer', (router) => {
      router.get('/explorer', async (http) => {
        const user = await current(http);
        if (user === null) {
          const here = `${site.home}/explorer${http.querystring === '' ? '' : `?${http.querystring}`}`;
          http.set('Cache-Control', 'no-store');
          return http.redirect(`${site.home}/login?redirect_to=${encodeURIComponent(here)}`);
        }
        if (user.can(capability)) return sendShell(http, new URL(`${site.home}/explorer/`).pathname);
        const body = html`<p>Your account may not use the explorer.</p>`;
        return sendPage(http, { title: 'Explorer', siteName: brand.name, body, status: 403 });
      });
      router.get(
        '/explorer/site.json',
        forUsers((user, _http, of) => siteState(host, of, user.can(INSIDE), explanations.header)),
      );
      router.get(
        '/explorer/who-may.json',
        forUsers((user, http, of) => whoMay(of, http, user, user.can(INSIDE) ? roles : undefined)),
      );
      router.get(
        '/explorer/explanation.json',
        forUsers((user, http) => explanations.take(user, String(http.query.id ?? ''))),
      );
      router.get(/^\/explorer\/([a-z-]+\.(?:js|css))$/, (http) => sendFile(http));
    });
  },
});
