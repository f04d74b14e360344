import type { Generation } from '../../core/generation.ts';
import type { CurrentUser, PluginDefinition } from '../../core/index.ts';
import contentRendering from '../../plugins/content-rendering/index.ts';
import contentStatuses from '../../plugins/content-statuses/index.ts';
import contentTypes from '../../plugins/content-types/index.ts';
import database, { Database } from '../../plugins/database/index.ts';
import embed from '../../plugins/embed/index.ts';
import fields from '../../plugins/fields/index.ts';
import formatting from '../../plugins/formatting/index.ts';
import meta from '../../plugins/meta/index.ts';
import options, { Options } from '../../plugins/options/index.ts';
import pagination from '../../plugins/pagination/index.ts';
import passwords from '../../plugins/passwords/index.ts';
import posts, { type Post, type PostInput, PostStore } from '../../plugins/posts/index.ts';
import roles, { Roles } from '../../plugins/roles/index.ts';
import taxonomies from '../../plugins/taxonomies/index.ts';
import terms, { TermStore } from '../../plugins/terms/index.ts';
import users from '../../plugins/users/index.ts';
import { buildTestGeneration, type TestGenerationOptions } from './generation.ts';
import { type Served, serve } from './serve.ts';

/** A site in memory with content and terms. */
export interface ContentSite {
  readonly generation: Generation;
  readonly database: Database;
  readonly options: Options;
  readonly posts: PostStore;
  readonly terms: TermStore;
  /** A user of a role. */
  as(role: string): CurrentUser;
  /** Stores a published item with a date in the past. */
  publish(input: PostInput): Promise<Post>;
  /** Serves a GET request. */
  get(path: string, user?: CurrentUser): Promise<Served>;
}

/** The time of the site's clock. */
export const NOW = Date.UTC(2026, 2, 14, 12);

/** Builds a site with content and more plugins. */
export async function buildContentSite(
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  more: readonly PluginDefinition<any>[],
  { options: pluginOptions, ...settings }: TestGenerationOptions = {},
): Promise<ContentSite> {
  const base = [database, options, meta, roles, passwords, users, contentStatuses, contentTypes, taxonomies, terms];
  const generation = await buildTestGeneration(
    [...base, contentRendering, formatting, posts, embed, fields, pagination, ...more],
    {
      ...settings,
      options: { database: { url: 'sqlite::memory:' }, options: { now: () => NOW }, ...pluginOptions },
    },
  );
  const { services } = generation;
  const store = services.get('spec', PostStore);
  return {
    generation,
    database: services.get('spec', Database),
    options: services.get('spec', Options),
    posts: store,
    terms: services.get('spec', TermStore),
    as: (role) => services.get('spec', Roles).createUser(7, { [role]: true }),
    publish: (input) => store.insert({ status: 'publish', date: '2026-01-02 03:04:05', ...input }),
    get: (path, user) => serve(generation, 'GET', path, { user }),
  };
}
