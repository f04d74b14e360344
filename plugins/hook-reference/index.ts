import { definePlugin, type HttpContext, serviceToken, UserLoader } from '../../core/index.ts';
import type { BrowserSessions as BrowserSessionsService } from '../sessions/index.ts';
import { docsHooks } from './command.ts';
import { HookTypes } from './hook-types.ts';
import { htmlOf } from './html.ts';
import { docsCapabilities, docsServices } from './list-commands.ts';
import { hookReference } from './reference.ts';

export type { Firing, HookEntry } from './reference.ts';

// By name, so that a site without sessions has the reference too.
const BrowserSessions = serviceToken<BrowserSessionsService>('browser-sessions', {
  requiredPermissions: 'authentication',
});

/** The page's own policy: it needs its style and nothing else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The reference of the hooks, as a command and as a page. */
export default definePlugin({
  name: 'hook-reference',
  version: '0.1.0',
  description: 'Tells of every hook that is there: signature, when it fires, and an example.',
  group: 'operations',
  cacheable: true,
  after: ['sessions', 'users'],
  capabilities: ['authentication', 'pages', 'users:read'],
  setup({ hooks, site, brand, find, command }) {
    const reference = () => hookReference(hooks, find(HookTypes));
    command(docsHooks(reference));
    command(docsServices);
    command(docsCapabilities(reference));

    /** Everybody in debug mode, otherwise only users who manage the site, because the page reveals which plugins run. */
    const maySee = async (http: HttpContext): Promise<boolean> => {
      if (site.debug) return true;
      const session = await find(BrowserSessions)?.current(http);
      const user = session === undefined ? null : await find(UserLoader)?.load(session.userId);
      return user?.can('manage_options') ?? false;
    };

    hooks.action('http_routes').tap('hook-reference', (router) => {
      router.get(`/${brand.prefixed('docs')}/hooks`, async (http) => {
        http.set('Cache-Control', 'private, no-store');
        http.set('X-Content-Type-Options', 'nosniff');
        http.set('Content-Security-Policy', POLICY);
        if (await maySee(http)) {
          http.status = 200;
          http.type = 'text/html; charset=UTF-8';
          http.body = htmlOf(reference());
        } else {
          http.status = 403;
          http.type = 'text/plain; charset=UTF-8';
          http.body = 'Sign in as somebody who manages the site, or serve it with --debug.\n';
        }
      });
    });
  },
});
