import { array, boolean, defaulted, object, optional, string } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { Database } from '../database/index.ts';
import { ReservedMeta } from '../meta/index.ts';
import { Nonces } from '../nonces/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { BrowserSessions, Reauthentication, Sessions, UserRecord, withChallenge } from '../sessions/index.ts';
import { type User, UserSecrets, UserStore } from '../users/index.ts';
import { codeChallenge, setupChallenge } from './challenge.ts';
import { addCommands } from './commands.ts';
import { TwoFactorController } from './controller.ts';
import { twoFactorHooks } from './hooks.ts';
import { keyUri } from './key-uri.ts';
import { twoFactorPage } from './page.ts';
import { TwoFactors } from './store.ts';

export default definePlugin({
  name: 'two-factor',
  version: '0.1.0',
  description: 'Asks users who have set it up for a code of an authenticator app when they sign in.',
  group: 'identity',
  cacheable: true,
  requires: {
    database: '^0.1.0',
    meta: '^0.1.0',
    nonces: '^0.1.0',
    options: '^0.1.0',
    sessions: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['application-passwords'],
  capabilities: ['authentication', 'database', 'options:read', 'pages', 'routes:cms/v2', 'users:write'],
  hooks: twoFactorHooks,
  options: object({
    /** The roles whose users have to set up a second factor to sign in. */
    requiredRoles: defaulted(array(string()), []),
    /** Whether users who have a second factor may use application passwords, which are not asked for it. */
    applicationPasswords: defaulted(boolean(), true),
    /** The name of the site in apps; its title by default. */
    issuer: optional(string()),
  }),
  setup(host, { requiredRoles, applicationPasswords, issuer }) {
    const { hooks, site } = host;
    const [users, sessions, options] = [host.use(UserStore), host.use(Sessions), host.use(Options)];
    const record = new UserRecord(host.use(Database), host.use(ReservedMeta), '_two_factor');
    const factors = new TwoFactors({ record, secrets: host.use(UserSecrets), clock: host.use(SiteClock), hooks });

    const title = () => issuer ?? (String(options.get('blogname', '')) || new URL(site.home).host);
    const uriOf = (secret: string, { login }: User) => keyUri(secret, { issuer: title(), login });
    const isRequiredOf = ({ roles }: User) => roles.some((role) => requiredRoles.includes(role));

    hooks.filter('login_challenge').tapPromise('two-factor', async (challenge, user) => {
      const parts = { factors, sessions, uriOf };
      if ((await factors.status(user.id)).enabled) return withChallenge(challenge, codeChallenge(user, parts));
      return isRequiredOf(user) ? withChallenge(challenge, await setupChallenge(user, parts)) : challenge;
    });

    if (!applicationPasswords && hooks.has('cms_is_application_passwords_available_for_user')) {
      hooks
        .filter('cms_is_application_passwords_available_for_user')
        .tap('two-factor', (isAvailable, user) => isAvailable && !factors.isEnabled(user));
    }

    const reauthentication = host.use(Reauthentication);
    const parts = { users, factors, sessions, reauthentication, uriOf, isRequiredOf };
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new TwoFactorController(server, parts).registerRoutes();
    });
    const page = { ...parts, site, options, nonces: host.use(Nonces), browser: host.use(BrowserSessions) };
    hooks.action('http_routes').tap('two-factor', (router) => {
      router.all('/two-factor', (context) => twoFactorPage(context, page));
    });

    addCommands(host, users, factors);
  },
});
