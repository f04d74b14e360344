import type { Generation } from '../../../core/generation.ts';
import { type CurrentUser, type PluginDefinition, RequestContext, RestRequest } from '../../../core/index.ts';
import contentRendering from '../../../plugins/content-rendering/index.ts';
import contentStatuses from '../../../plugins/content-statuses/index.ts';
import contentTypes from '../../../plugins/content-types/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import formatting from '../../../plugins/formatting/index.ts';
import meta from '../../../plugins/meta/index.ts';
import options from '../../../plugins/options/index.ts';
import roles, { Roles } from '../../../plugins/roles/index.ts';
import taxonomies from '../../../plugins/taxonomies/index.ts';
import terms, { TermStore } from '../../../plugins/terms/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

/** A site with terms, and items that are rows of a table alone. */
export interface TermSite {
  readonly generation: Generation;
  readonly database: Database;
  readonly store: TermStore;
  /** The user of a role. */
  user(role: string): CurrentUser;
  /** Adds an item and answers with its id. */
  addItem(item?: { status?: string; type?: string; parent?: number; author?: number }): Promise<number>;
  /** Sends a request as a user; answers with the status, the data with its links, and the context it ran in. */
  send(method: string, path: string, as?: CurrentUser, body?: object, context?: RequestContext): Promise<Sent>;
}

/** An answer as a spec looks at it. */
export interface Sent {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each spec knows the shape of its answers.
  readonly data: any;
  readonly headers: Readonly<Record<string, string>>;
}

/** Builds a site with terms on the database at an address, and further plugins. */
export async function buildTermSite(
  url = 'sqlite::memory:',
  more: readonly PluginDefinition[] = [],
): Promise<TermSite> {
  const generation = await buildTestGeneration(
    [
      database,
      options,
      meta,
      roles,
      contentTypes,
      contentStatuses,
      taxonomies,
      contentRendering,
      formatting,
      terms,
      ...more,
    ],
    { options: { database: { url } } },
  );
  const { server, services } = generation;
  const db = services.get('spec', Database);
  return {
    generation,
    database: db,
    store: services.get('spec', TermStore),
    user: (role) => services.get('spec', Roles).createUser(7, { [role]: true }),
    addItem: ({ status = 'publish', type = 'post', parent = 0, author = 1 } = {}) =>
      db.insert('posts', { post_status: status, post_type: type, post_parent: parent, post_author: author }),
    async send(method, path, user, body, context = new RequestContext(user === undefined ? {} : { user })) {
      const asked = server.toRequest(path);
      const request = new RestRequest(method, asked.route, {
        query: asked.paramsOf('query'),
        context,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const response = await server.dispatch(request);
      return { status: response.status, data: server.prepareForCollection(response), headers: response.headers };
    },
  };
}
