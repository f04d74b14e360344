import type { Generation } from '../../../core/generation.ts';
import {
  type CurrentUser,
  type PluginDefinition,
  RequestContext,
  RestRequest,
  type RestResponse,
  type Site,
} from '../../../core/index.ts';
import allowHeader from '../../../plugins/allow-header/index.ts';
import contentRendering from '../../../plugins/content-rendering/index.ts';
import contentStatuses from '../../../plugins/content-statuses/index.ts';
import contentTypes from '../../../plugins/content-types/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import fields from '../../../plugins/fields/index.ts';
import formatting from '../../../plugins/formatting/index.ts';
import meta, { MetaStore } from '../../../plugins/meta/index.ts';
import options, { Options } from '../../../plugins/options/index.ts';
import pagination from '../../../plugins/pagination/index.ts';
import passwords from '../../../plugins/passwords/index.ts';
import posts, { Permalinks, PostStore } from '../../../plugins/posts/index.ts';
import roles, { Roles } from '../../../plugins/roles/index.ts';
import taxonomies from '../../../plugins/taxonomies/index.ts';
import terms, { TermStore } from '../../../plugins/terms/index.ts';
import users from '../../../plugins/users/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

/** The plugins that items need, and those whose effects show in answers. */
// biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
const PLUGINS: readonly PluginDefinition<any>[] = [
  allowHeader,
  contentRendering,
  contentStatuses,
  contentTypes,
  database,
  fields,
  formatting,
  meta,
  options,
  pagination,
  passwords,
  posts,
  roles,
  taxonomies,
  terms,
  users,
];

/** A site with content items, whose clock stands still until it is moved. */
export interface PostSite {
  readonly generation: Generation;
  readonly database: Database;
  readonly options: Options;
  readonly posts: PostStore;
  readonly terms: TermStore;
  readonly meta: MetaStore;
  readonly permalinks: Permalinks;
  /** The present in milliseconds. */
  readonly clock: { now: number };
  /** A user of a role. */
  user(role: string, id?: number): CurrentUser;
  /** Sends a request, as a user if one is given. */
  send(method: string, path: string, options?: SendOptions): Promise<RestResponse>;
  close(): Promise<void>;
}

/** The options of a request. */
export interface SendOptions {
  readonly as?: CurrentUser;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly context?: RequestContext;
}

/** Noon of the second of January 2026. */
const NOW = Date.UTC(2026, 0, 2, 12, 0, 0);

/** Builds a site on the database at an address, with further plugins and options of plugins. */
export async function openPostSite({
  url = 'sqlite::memory:',
  plugins = [],
  pluginOptions = {},
  site = {},
}: {
  url?: string;
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  plugins?: readonly PluginDefinition<any>[];
  pluginOptions?: Readonly<Record<string, unknown>>;
  site?: Partial<Site>;
} = {}): Promise<PostSite> {
  const clock = { now: NOW };
  const generation = await buildTestGeneration([...PLUGINS, ...plugins], {
    options: { database: { url }, options: { now: () => clock.now }, ...pluginOptions },
    site,
  });
  const { server, services } = generation;
  return {
    generation,
    clock,
    database: services.get('spec', Database),
    options: services.get('spec', Options),
    posts: services.get('spec', PostStore),
    terms: services.get('spec', TermStore),
    meta: services.get('spec', MetaStore),
    permalinks: services.get('spec', Permalinks),
    user: (role, id = 7) => services.get('spec', Roles).createUser(id, { [role]: true }),
    send(method, path, { as, query, body, context = new RequestContext({ user: as }) } = {}) {
      const request = new RestRequest(method, path, {
        query,
        context,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return server.dispatchAndFilter(request);
    },
    close: () => generation.dispose(),
  };
}

/** The code of the error object that work fails with; undefined when it does not fail. */
export async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return undefined;
}

/** A plugin that taps hooks for a spec. */
export const tapping = (setup: PluginDefinition['setup']): PluginDefinition => ({
  name: 'spec-taps',
  version: '1.0.0',
  description: 'Taps hooks for a spec.',
  after: ['posts', 'revisions', 'autosaves'],
  setup,
});
