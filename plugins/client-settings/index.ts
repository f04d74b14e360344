import {
  definePlugin,
  type HttpContext,
  RequestContext,
  type RestServer,
  serviceToken,
  UserLoader,
} from '../../core/index.ts';
import { httpInfoOf, type ServedPage } from '../../core/rest/index.ts';
import { Nonces } from '../nonces/index.ts';
import { Preloader, type PreloadPath } from '../preloading/index.ts';
import { BrowserSessions } from '../sessions/index.ts';
import { clientSettingsHooks } from './hooks.ts';
import { type ClientSettings as Settings, settingsMarkup } from './settings.ts';

export type ClientSettings = Settings;

/** Gives clients in pages what they need to call the interface as the visitor of the page. */
export interface PageClients {
  /** The settings of a client in the page, with the answers of these paths for the page's visitor. */
  settings(http: HttpContext, paths?: readonly PreloadPath[]): Promise<ClientSettings>;
  /** The same as markup for the head of the page, which must not be cached from then on. */
  markup(http: HttpContext, paths?: readonly PreloadPath[]): Promise<string>;
}

/** The token of the settings of clients; they hold the nonce of a session. */
export const PageClients = serviceToken('page-clients', { requiredPermissions: 'authentication' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'page-clients': PageClients;
  }
}

/** Settings for pages that host a client, with preloaded answers (4.3). */
export default definePlugin({
  name: 'client-settings',
  version: '0.1.0',
  description: 'Gives pages that host a client its root, its nonce and preloaded answers.',
  group: 'framework',
  cacheable: true,
  requires: { 'cookie-auth': '^0.1.0', nonces: '^0.1.0', preloading: '^0.1.0', sessions: '^0.1.0', users: '^0.1.0' },
  capabilities: ['authentication', 'content:read', 'users:read', 'options:read'],
  hooks: clientSettingsHooks,
  setup({ hooks, site, brand, use, provide }) {
    const [nonces, preloader, browser, users] = [use(Nonces), use(Preloader), use(BrowserSessions), use(UserLoader)];
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap('client-settings', (created) => {
      server = created;
    });

    const settings: PageClients['settings'] = async (http, paths = []) => {
      const session = await browser.current(http);
      const user = session === undefined ? null : await users.load(session.userId);
      const context = new RequestContext({ http: httpInfoOf(http), ...(user === null ? {} : { user }) });
      const page: ServedPage = { url: site.home + http.path, context };
      const asked = hooks.filter('client_preload_paths').call(paths, page);
      return {
        root: server?.restUrl('/', context) ?? '',
        nonce:
          session === undefined || user === null
            ? null
            : nonces.create(brand.nonceAction, { userId: session.userId, sessionToken: session.token }),
        nonceEndpoint: `${site.home}/${brand.prefixed('admin')}/admin-ajax.php?action=rest-nonce`,
        versionString: `${brand.namespace}/`,
        preloaded: await preloader.preload(asked, context),
      };
    };
    const markup: PageClients['markup'] = async (http, paths) => {
      http.set('Cache-Control', 'private, no-store');
      return settingsMarkup(`${brand.prefixed('client')}-settings`, await settings(http, paths));
    };
    provide(PageClients, { settings, markup });
  },
});
