import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generation } from '../../core/generation.ts';
import { type PluginDefinition, type Site, UserLoader } from '../../core/index.ts';
import { createBrand } from '../../core/site/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { buildTestGeneration } from './generation.ts';
import { hashOnce } from './hash-once.ts';
import type { RoleUser } from './replay.ts';

const PLUGINS = new URL('../../plugins/', import.meta.url);

/** The roles in scenarios, by the login of their user. */
const ROLES = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
} as const;

/** A site with every first-party plugin, a user of each role, and the content of a new site. */
export interface FullSite {
  readonly generation: Generation;
  readonly users: Readonly<Record<string, RoleUser>>;
  /** The names of all stored uploads. */
  files(): Promise<string[]>;
  /** Ends the generation and removes the site's files. */
  close(): Promise<void>;
}

/** The settings of a full site. */
export interface FullSiteOptions {
  readonly brand?: string;
  readonly database?: string;
  readonly site?: Partial<Site>;
  /** Options of plugins, by their names. */
  readonly settings?: Readonly<Record<string, object>>;
  /** The names of plugins that do not run. */
  readonly without?: readonly string[];
  /** The names of `optIn` plugins that run. */
  readonly asked?: readonly string[];
  /** Plugins beside the first-party ones. */
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  readonly more?: readonly PluginDefinition<any>[];
}

/** Builds a site with every plugin of `plugins/`, in memory unless a database is given. */
export async function buildFullSite(options: FullSiteOptions = {}): Promise<FullSite> {
  const { brand, database = 'sqlite::memory:', site, settings, without = [], asked = [], more = [] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'tappet-site-'));
  const generation = await buildTestGeneration([...(await firstPartyPlugins(without)), ...more], {
    site: { brand: createBrand(brand), ...site },
    // No spec reaches the public web.
    options: {
      oembed: { contents: false },
      'site-health': { directories: 'http://127.0.0.1:1/' },
      ...settings,
      database: { url: database },
      media: { folder },
    },
    asked: new Set([...asked, ...more.map(({ name }) => name)]),
  });
  const users: Record<string, RoleUser> = {};
  for (const [login, role] of Object.entries(ROLES)) users[login] = await makeUser(generation, login, role);
  // The content of a new site is created when the host starts to listen.
  await generation.server.hooks.action('host_listening').promise(generation.site.home, () => undefined);
  const files = async () => {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const close = async () => {
    await generation.dispose();
    await rm(folder, { recursive: true });
  };
  return { generation, users, files, close };
}

/** The definitions of all plugins of `plugins/`, by name. */
export async function firstPartyPlugins(without: readonly string[] = []): Promise<PluginDefinition[]> {
  const definitions: PluginDefinition[] = [];
  for (const name of readdirSync(PLUGINS).sort()) {
    const index = new URL(`${name}/index.ts`, PLUGINS);
    if (!without.includes(name) && existsSync(index)) definitions.push((await import(index.href)).default);
  }
  return definitions;
}

async function makeUser(generation: Generation, login: string, role: string): Promise<RoleUser> {
  const { services } = generation;
  const email = `${login}@example.org`;
  // As in the recorded exchanges: the author has a name in upper case, and the administrator the site as own page.
  const displayName = login === 'author' ? 'Author' : login;
  const url = login === 'admin' ? generation.site.home : '';
  const passwordHash = await hashOnce(generation, `password of ${login}`);
  const made = await services
    .get('spec', UserStore)
    .create({ login, email, passwordHash, displayName, url, roles: [role] });
  const user = (await services.get('spec', UserLoader).load(made.id))!;
  return { user, name: made.displayName, email, url: made.url };
}
