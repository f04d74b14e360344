import { boolean, defaulted, object } from 'superstruct';
import type { HttpInfo } from '../../core/base/index.ts';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { Database } from '../database/index.ts';
import { ReservedMeta } from '../meta/index.ts';
import { Nonces } from '../nonces/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Passwords } from '../passwords/index.ts';
import { BrowserSessions, UserRecord } from '../sessions/index.ts';
import { Throttles } from '../throttles/index.ts';
import { type User, UserSecrets, UserStore } from '../users/index.ts';
import { authorizePage } from './authorize-page.ts';
import { isSafe } from './availability.ts';
import { addCommands } from './commands.ts';
import { ApplicationPasswordsController } from './controller.ts';
import { errors } from './errors.ts';
import { applicationPasswordHooks } from './hooks.ts';
import { checkOutcome, identify } from './identify.ts';
import { ApplicationPasswords } from './store.ts';
import { VerifiedSecrets } from './verified-secrets.ts';

export { authenticatedApplicationPassword } from './identify.ts';
export type { ApplicationPassword, NewApplicationPassword } from './store.ts';

const CAPABILITIES = new Set([
  'list_app_passwords',
  'create_app_password',
  'read_app_password',
  'edit_app_password',
  'delete_app_passwords',
  'delete_app_password',
]);

export default definePlugin({
  name: 'application-passwords',
  version: '0.1.0',
  description: 'Identifies users by HTTP Basic with passwords made for one application each.',
  group: 'identity',
  cacheable: true,
  requires: {
    database: '^0.1.0',
    meta: '^0.1.0',
    nonces: '^0.1.0',
    options: '^0.1.0',
    passwords: '^0.1.0',
    sessions: '^0.1.0',
    throttles: '^0.1.0',
    users: '^0.1.0',
  },
  capabilities: ['authentication', 'database', 'options:write', 'pages', 'routes:cms/v2', 'users:write'],
  options: object({
    /** Whether they may travel over plain HTTP to hosts that are not local. */
    allowInsecure: defaulted(boolean(), false),
    /** Whether another password of a user revokes them all. */
    endWithPassword: defaulted(boolean(), false),
  }),
  hooks: applicationPasswordHooks,
  setup(host, { allowInsecure, endWithPassword }) {
    const { hooks, site, brand } = host;
    const [users, options, nonces] = [host.use(UserStore), host.use(Options), host.use(Nonces)];
    const database = host.use(Database);
    const record = new UserRecord(database, host.use(ReservedMeta), '_application_passwords');
    const [clock, secrets, passwords] = [host.use(SiteClock), host.use(UserSecrets), host.use(Passwords)];
    const recordsUse = !database.isReadOnly && site.wordpress?.writes !== false;
    const store = new ApplicationPasswords({ record, clock, hooks, secrets, options, passwords, recordsUse });
    if (endWithPassword) {
      hooks
        .action('user_password_changed')
        .tapPromise('application-passwords', async (userId) => void (await store.deleteAll(userId)));
    }
    const isAvailable = (http: HttpInfo | undefined) =>
      hooks.filter('cms_is_application_passwords_available').call(allowInsecure || isSafe(http, site));

    // After the login cookie, before its nonce is checked.
    const verified = new VerifiedSecrets();
    const parts = { users, store, passwords, throttles: host.use(Throttles), verified, hooks, isAvailable };
    hooks
      .filter('determine_current_user')
      .tapPromise({ stage: 20 }, (userId, request) => identify(userId, request, parts));
    hooks.filter('rest_authentication_errors').tap({ stage: 90 }, checkOutcome);

    // A user who may edit another user may manage that user's application passwords.
    const mapMetaCap = hooks.filter('map_meta_cap');
    mapMetaCap.tap('application-passwords', (caps, capability, userId, args) =>
      CAPABILITIES.has(capability) ? mapMetaCap.call(['edit_user'], 'edit_user', userId, args) : caps,
    );

    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new ApplicationPasswordsController(server, { hooks, users, store, isAvailable }).registerRoutes();
    });

    const authorization = '/authorize-application';
    const ofAdministrators = `/${brand.prefixed('admin')}/authorize-application.php`;
    const isShared = database.isGuest || site.wordpress !== undefined;
    /** The page that makes them; PHP has it where the site is another program's. */
    const authorizationUrl = () =>
      isShared ? (options.get('siteurl', '') || site.home) + ofAdministrators : site.home + authorization;
    if (hooks.has('rest_index_authentication')) {
      hooks.filter('rest_index_authentication').tap('application-passwords', (schemes, request) => {
        if (!isAvailable(request.context.http)) return schemes;
        return { ...schemes, 'application-passwords': { endpoints: { authorization: authorizationUrl() } } };
      });
    }

    if (hooks.has('openapi_security')) {
      const description = 'A login and one of its application passwords.';
      hooks
        .filter('openapi_security')
        .tap('application-passwords', (ways) => [
          ...ways,
          { 'application-passwords': { type: 'http', scheme: 'basic', description } },
        ]);
    }

    const mayHave = hooks.filter('cms_is_application_passwords_available_for_user');
    const refusal = (http: HttpInfo, user: User) => {
      if (!isAvailable(http)) return errors.application_passwords_disabled();
      return mayHave.call(true, user) ? undefined : errors.application_passwords_disabled_for_user();
    };
    const page = { site, options, users, store, nonces, browser: host.use(BrowserSessions), refusal };
    hooks.action('http_routes').tap('application-passwords', (router) => {
      router.all(authorization, (context) => authorizePage(context, page));
      // Clients of WordPress look here without reading the index.
      router.all(ofAdministrators, (context) => authorizePage(context, page));
    });

    addCommands(host, users, store);
  },
});
