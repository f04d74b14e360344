import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generation } from '../../../core/generation.ts';
import { type PluginDefinition, RequestContext, RestRequest, type RestResponse } from '../../../core/index.ts';
import { ANONYMOUS, parseQuery, type RestRequestInit } from '../../../core/rest/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import allowHeader from '../../../plugins/allow-header/index.ts';
import contentRendering from '../../../plugins/content-rendering/index.ts';
import contentStatuses from '../../../plugins/content-statuses/index.ts';
import contentTypes from '../../../plugins/content-types/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import embed from '../../../plugins/embed/index.ts';
import fields from '../../../plugins/fields/index.ts';
import formatting from '../../../plugins/formatting/index.ts';
import media, { MediaStorage } from '../../../plugins/media/index.ts';
import meta, { MetaStore } from '../../../plugins/meta/index.ts';
import options, { Options } from '../../../plugins/options/index.ts';
import optionsDescription from '../../../plugins/options-description/index.ts';
import pagination from '../../../plugins/pagination/index.ts';
import passwords from '../../../plugins/passwords/index.ts';
import posts, { PostStore } from '../../../plugins/posts/index.ts';
import roles from '../../../plugins/roles/index.ts';
import taxonomies from '../../../plugins/taxonomies/index.ts';
import terms from '../../../plugins/terms/index.ts';
import users from '../../../plugins/users/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import type { RoleUser } from '../../support/replay.ts';
import { addRoleUsers } from '../../support/role-users.ts';

/** The plugins that files need, and those that change their answers. */
// biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
const PLUGINS: readonly PluginDefinition<any>[] = [
  allowHeader,
  contentRendering,
  contentStatuses,
  contentTypes,
  database,
  embed,
  fields,
  formatting,
  media,
  meta,
  options,
  optionsDescription,
  pagination,
  passwords,
  posts,
  roles,
  taxonomies,
  terms,
  users,
];

/** The options of a request. */
export interface SendOptions extends RestRequestInit {
  /** The role of the user who sends it; `anonymous` when left out. */
  readonly as?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
}

/** A file to upload. */
export interface UploadOptions {
  /** The role of the user who sends it; `author` when left out. */
  readonly as?: string;
  /** Further headers; a null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly query?: object;
  /** Whether it is sent as the field `file` of a form. */
  readonly form?: boolean | Readonly<Record<string, unknown>>;
}

/** A site that takes uploads, with a user of each role. */
export interface MediaSite {
  readonly generation: Generation;
  readonly users: Readonly<Record<string, RoleUser>>;
  readonly posts: PostStore;
  readonly meta: MetaStore;
  readonly options: Options;
  readonly database: Database;
  readonly storage: MediaStorage;
  /** The present in milliseconds; may be moved. */
  readonly clock: { now: number };
  send(method: string, path: string, options?: SendOptions): Promise<RestResponse>;
  upload(bytes: Uint8Array, name: string, options?: UploadOptions): Promise<RestResponse>;
  /** The paths of all stored files, in order. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

/** Records for each file that is removed from now on whether an answer that is made meanwhile may be cached. */
export function recordRemovals({ storage, database: { tracker } }: MediaSite): boolean[] {
  const removals: boolean[] = [];
  const remove = storage.delete.bind(storage);
  storage.delete = async (path) => {
    const window = tracker.begin();
    tracker.dependency('posts').read();
    removals.push(tracker.end(window) !== undefined);
    await remove(path);
  };
  return removals;
}

/** Builds a site in memory whose files lie in a folder that goes with it. */
export async function openMediaSite({
  url = 'sqlite::memory:',
  plugins = [],
  options: own = {},
  more = {},
}: {
  url?: string;
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  plugins?: readonly PluginDefinition<any>[];
  options?: object;
  /** The options of other plugins, by name. */
  more?: Readonly<Record<string, object>>;
} = {}): Promise<MediaSite> {
  const temporary = await mkdtemp(join(tmpdir(), 'tappet-spec-'));
  const folder = join(temporary, 'uploads');
  const clock = { now: Date.UTC(2026, 0, 2, 3, 4, 5) };
  const generation = await buildTestGeneration([...PLUGINS, ...plugins], {
    site: { brand: createBrand() },
    options: { database: { url }, options: { now: () => clock.now }, media: { folder, ...own }, ...more },
  });
  const people = await addRoleUsers(generation);
  const service = generation.services;
  const userOf = (name = 'anonymous') => (name === 'anonymous' ? ANONYMOUS : people[name as keyof typeof people].user);

  const send = async (method: string, path: string, { as, json, ...init }: SendOptions = {}) => {
    const [route = '', query = ''] = path.split('?', 2);
    const request = new RestRequest(method, `/cms/v2${route}`, {
      query: parseQuery(query),
      context: new RequestContext({ user: userOf(as) }),
      ...(json === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
      ...init,
    });
    return generation.server.dispatch(request);
  };

  return {
    generation,
    users: people,
    clock,
    send,
    posts: service.get('spec', PostStore),
    meta: service.get('spec', MetaStore),
    options: service.get('spec', Options),
    database: service.get('spec', Database),
    storage: service.get('spec', MediaStorage),

    async upload(bytes, name, { as = 'author', headers = {}, query, form = false } = {}) {
      if (form !== false) {
        const path = join(temporary, 'part');
        await writeFile(path, bytes);
        const files = { file: { name, path, size: bytes.length, type: 'application/octet-stream' } };
        return send('POST', '/media', { as, files, form: form === true ? {} : form, query });
      }
      const given = {
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename="${name}"`,
        ...headers,
      };
      const present = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null);
      return send('POST', '/media', { as, body: bytes, headers: Object.fromEntries(present), query });
    },

    async files() {
      const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort();
    },

    async close() {
      await generation.dispose();
      await rm(temporary, { recursive: true });
    },
  };
}
