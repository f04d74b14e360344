import { definePlugin, RESOURCE_ROUTES, UserLoader } from '../../core/index.ts';
import { AvatarUrls } from '../avatars/index.ts';
import { Database } from '../database/index.ts';
import { MetaRegistry, ReservedMeta } from '../meta/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Passwords } from '../passwords/index.ts';
import { Roles } from '../roles/index.ts';
import { AuthorTypes } from './author-types.ts';
import { mapUserCapabilities } from './capabilities.ts';
import { addCommands } from './commands.ts';
import { UsersController } from './controller.ts';
import { userHooks } from './hooks.ts';
import { takeIdentified } from './identified.ts';
import { PasswordRuleList, PasswordRules } from './password-rules.ts';
import { SqlUserStore } from './store/sql-user-store.ts';
import type { User } from './user.ts';
import { secretsOf, UserSecrets } from './user-secrets.ts';
import { UserStore } from './user-store.ts';

export { checkPassword } from './argument-checks.ts';
export { leaveIdentified } from './identified.ts';
export { namedUser } from './named-user.ts';
export { type PasswordOwner, type PasswordRule, PasswordRules } from './password-rules.ts';
export { reported } from './reported.ts';
export { sanitizeUser } from './sanitize-user.ts';
export type { FoundUsers, OpenUserInput, User, UserInput, UserOrder, UserQuery, UserSearchColumn } from './user.ts';
export { userLink } from './user-link.ts';
export { userOfRoute } from './user-of-route.ts';
export { UserSecrets } from './user-secrets.ts';
export { UserStore } from './user-store.ts';

/** Keeps users, turns the id of a signed-in one into permissions, and answers `/users`. */
export default definePlugin({
  name: 'users',
  version: '0.1.0',
  description: 'Keeps users with their roles, and answers the routes of users.',
  group: 'identity',
  cacheable: true,
  requires: {
    database: '^0.1.0',
    options: '^0.1.0',
    meta: '^0.1.0',
    roles: '^0.1.0',
    passwords: '^0.1.0',
  },
  after: ['avatars', 'formatting', 'pagination'],
  capabilities: ['authentication', 'database', 'options:read', 'routes:cms/v2', 'users:write'],
  hooks: userHooks,
  setup(host) {
    const { hooks, use } = host;
    const [options, roles] = [use(Options), use(Roles)];
    const passwordRules = new PasswordRuleList();
    host.provide(PasswordRules, passwordRules);
    const users = new SqlUserStore({
      database: use(Database),
      meta: use(ReservedMeta),
      options,
      clock: use(SiteClock),
      roles,
      passwords: use(Passwords),
      passwordRules,
      hooks,
    });
    host.provide(UserStore, users);
    host.provide(UserSecrets, { of: secretsOf });
    const current = (user: User | null) => (user === null ? null : roles.createUser(user.id, user.capabilities));
    host.provide(UserLoader, {
      load: async (id, context) => current((context && takeIdentified(context, id)) ?? (await users.byId(id))),
      find: async (login) => current(await users.byLogin(login)),
    });
    mapUserCapabilities(hooks);
    const authorTypes = new AuthorTypes(hooks);
    const services = {
      hooks,
      users,
      roles,
      options,
      meta: use(MetaRegistry),
      authorTypes,
      avatars: host.find(AvatarUrls),
    };
    hooks
      .action('rest_api_init')
      .tap({ stage: RESOURCE_ROUTES }, (server) => new UsersController(server, services).registerRoutes());
    addCommands(host, users, roles);
  },
});
