import type { Generation } from '../../../core/generation.ts';
import { type CurrentUser, definePlugin, type PluginDefinition, UserLoader } from '../../../core/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import meta, { MetaRegistry, type MetaStore, ReservedMeta } from '../../../plugins/meta/index.ts';
import options, { Options } from '../../../plugins/options/index.ts';
import { Passwords } from '../../../plugins/passwords/index.ts';
import roles from '../../../plugins/roles/index.ts';
import users, { type User, UserSecrets, UserStore } from '../../../plugins/users/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

/** A site with users, whose passwords are hashed in no time. */
export interface UserSite {
  readonly generation: Generation;
  readonly database: Database;
  readonly users: UserStore;
  readonly meta: MetaStore;
  readonly metaRegistry: MetaRegistry;
  readonly options: Options;
  /** What was hashed and verified, in order. */
  readonly hashed: string[];
  add(login: string, role?: string): Promise<User>;
  /** The stored hash of a user's password. */
  hashOf(user: User | null): string;
  /** A user who makes requests. */
  current(user: User): Promise<CurrentUser>;
}

/** Builds a site with users on the database at an address, and further plugins. */
export async function buildUserSite(
  url = 'sqlite::memory:',
  more: readonly PluginDefinition[] = [],
): Promise<UserSite> {
  const hashed: string[] = [];
  const passwords = definePlugin({
    name: 'passwords',
    version: '0.1.0',
    description: 'Marks passwords in place of hashing them.',
    setup: ({ provide }) =>
      provide(Passwords, {
        hash: async (password) => {
          hashed.push(`hash ${password}`);
          return `new:${password}`;
        },
        verify: async (password, hash, others = []) => {
          hashed.push(...[hash, ...others].map(() => `verify ${password}`));
          return hash === `new:${password}` || hash === `old:${password}`;
        },
        kindOf: (hash) => /^(?:old|new):/.exec(hash)?.[0] ?? '',
        decoy: () => 'new:\0',
        needsRehash: (hash) => hash.startsWith('old:'),
      }),
  });
  const generation = await buildTestGeneration([database, options, meta, roles, passwords, users, ...more], {
    options: { database: { url } },
  });
  const { services } = generation;
  const store = services.get('spec', UserStore);
  return {
    generation,
    database: services.get('spec', Database),
    users: store,
    meta: services.get('spec', ReservedMeta),
    metaRegistry: services.get('spec', MetaRegistry),
    options: services.get('spec', Options),
    hashed,
    hashOf: (user) => services.get('spec', UserSecrets).of(user!).passwordHash,
    add: (login, role = 'author') => store.create({ login, email: `${login}@example.org`, roles: [role] }),
    current: async ({ id }) => (await services.get('spec', UserLoader).load(id))!,
  };
}
