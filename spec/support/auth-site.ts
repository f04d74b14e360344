import type { Generation } from '../../core/generation.ts';
import { type Brand, definePlugin, type PluginDefinition, type Site } from '../../core/index.ts';
import { createBrand } from '../../core/site/index.ts';
import applicationPasswords from '../../plugins/application-passwords/index.ts';
import authKeys from '../../plugins/auth-keys/index.ts';
import cookieAuth from '../../plugins/cookie-auth/index.ts';
import database from '../../plugins/database/index.ts';
import meta from '../../plugins/meta/index.ts';
import noncesPlugin, { Nonces } from '../../plugins/nonces/index.ts';
import options from '../../plugins/options/index.ts';
import passwords from '../../plugins/passwords/index.ts';
import restIndex from '../../plugins/rest-index/index.ts';
import roles from '../../plugins/roles/index.ts';
import sessionsPlugin, { Sessions } from '../../plugins/sessions/index.ts';
import throttles from '../../plugins/throttles/index.ts';
import usersPlugin, { type User, UserStore } from '../../plugins/users/index.ts';
import { Browser } from './browser.ts';
import { buildTestGeneration } from './generation.ts';
import { hashOnce } from './hash-once.ts';

/** A site in memory with users who can sign in. */
export interface AuthSite {
  readonly generation: Generation;
  readonly brand: Brand;
  readonly users: UserStore;
  readonly sessions: Sessions;
  readonly nonces: Nonces;
  /** The time of the site's clock, in milliseconds; may be set. */
  readonly clock: { now: number };
  /** The lines of the log, as JSON. */
  readonly logged: string[];
  /** Makes a user, whose password is `password of LOGIN`. */
  addUser(login: string, role?: string): Promise<User>;
  browser(address?: { secure?: boolean; host?: string; ip?: string }): Browser;
}

const whoAmI = definePlugin({
  name: 'who-am-i',
  version: '1.0.0',
  description: 'Tells whom a request comes from.',
  setup(host) {
    host.hooks.action('rest_api_init').tap('who-am-i', (server) => {
      server.registerRoute('spec/v1', '/me', {
        methods: 'GET, POST, DELETE',
        callback: (request) => ({ id: request.user.id }),
        permission_callback: () => true,
      });
    });
  },
});

/** Builds a site with all plugins that authenticate users, and a public route `/spec/v1/me`. */
export async function buildAuthSite({
  brand = createBrand(),
  plugins = [],
  pluginOptions = {},
  databaseUrl = 'sqlite::memory:',
  site = {},
}: {
  brand?: Brand;
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  plugins?: readonly PluginDefinition<any>[];
  pluginOptions?: Record<string, unknown>;
  databaseUrl?: string;
  site?: Partial<Site>;
} = {}): Promise<AuthSite> {
  const clock = { now: Date.parse('2026-03-01T10:00:00Z') };
  const logged: string[] = [];
  const write = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
  const definitions = [
    database,
    options,
    meta,
    roles,
    usersPlugin,
    passwords,
    authKeys,
    noncesPlugin,
    throttles,
    sessionsPlugin,
  ];
  const generation = await buildTestGeneration(
    [...definitions, cookieAuth, applicationPasswords, restIndex, whoAmI, ...plugins],
    {
      site: { brand, ...site },
      options: { database: { url: databaseUrl }, options: { now: () => clock.now }, ...pluginOptions },
      log: { debug: write, info: write, warn: write, error: write },
    },
  );
  const users = generation.services.get('spec', UserStore);
  return {
    generation,
    brand,
    users,
    sessions: generation.services.get('spec', Sessions),
    nonces: generation.services.get('spec', Nonces),
    clock,
    logged,
    async addUser(login, role = 'author') {
      const passwordHash = await hashOnce(generation, `password of ${login}`);
      return users.create({ login, email: `${login}@example.org`, passwordHash, roles: [role] });
    },
    browser: (address) => new Browser(generation, address),
  };
}
