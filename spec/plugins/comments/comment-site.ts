import type { HttpInfo } from '../../../core/base/index.ts';
import type { Generation } from '../../../core/generation.ts';
import {
  type CurrentUser,
  type PluginDefinition,
  RequestContext,
  RestRequest,
  type RestResponse,
  UserLoader,
} from '../../../core/index.ts';
import { ANONYMOUS, parseQuery } from '../../../core/rest/index.ts';
import allowHeader from '../../../plugins/allow-header/index.ts';
import avatars from '../../../plugins/avatars/index.ts';
import comments, { CommentStore } from '../../../plugins/comments/index.ts';
import contentRendering from '../../../plugins/content-rendering/index.ts';
import contentStatuses from '../../../plugins/content-statuses/index.ts';
import contentTypes from '../../../plugins/content-types/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import embed from '../../../plugins/embed/index.ts';
import fields from '../../../plugins/fields/index.ts';
import formatting from '../../../plugins/formatting/index.ts';
import meta from '../../../plugins/meta/index.ts';
import options, { Options } from '../../../plugins/options/index.ts';
import optionsDescription from '../../../plugins/options-description/index.ts';
import pagination from '../../../plugins/pagination/index.ts';
import passwords from '../../../plugins/passwords/index.ts';
import posts, { type Post, type PostInput, PostStore } from '../../../plugins/posts/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import roles from '../../../plugins/roles/index.ts';
import taxonomies from '../../../plugins/taxonomies/index.ts';
import terms from '../../../plugins/terms/index.ts';
import users, { UserStore } from '../../../plugins/users/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import type { RoleUser } from '../../support/replay.ts';

/** The plugins that comments need, and those that change their answers. */
// biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
const PLUGINS: readonly PluginDefinition<any>[] = [
  allowHeader,
  avatars,
  comments,
  contentRendering,
  contentStatuses,
  contentTypes,
  database,
  embed,
  fields,
  formatting,
  meta,
  options,
  optionsDescription,
  pagination,
  passwords,
  posts,
  revisions,
  roles,
  taxonomies,
  terms,
  users,
];

const ROLES = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
};

/** A site with comments and a user of each role. */
export interface CommentSite {
  readonly generation: Generation;
  readonly users: Readonly<Record<string, RoleUser>>;
  readonly comments: CommentStore;
  readonly posts: PostStore;
  readonly options: Options;
  readonly database: Database;
  /** The present in milliseconds; may be moved. */
  readonly clock: { now: number };
  addPost(input?: PostInput): Promise<Post>;
  /** Sends a request as the user of a role, or anonymously. */
  send(method: string, path: string, options?: SendOptions): Promise<RestResponse>;
}

/** The options of a request. */
export interface SendOptions {
  readonly as?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly context?: RequestContext;
}

const HTTP: HttpInfo = { tls: false, serverName: 'localhost', remoteAddress: '192.0.2.7', cookie: () => undefined };

/** Builds a site; `plugins` are added to it, the names in `without` left out. */
export async function openCommentSite({
  url = 'sqlite::memory:',
  plugins = [],
  without = [],
}: {
  url?: string;
  plugins?: readonly PluginDefinition[];
  without?: readonly string[];
} = {}): Promise<CommentSite> {
  const clock = { now: Date.UTC(2026, 0, 2, 3, 4, 5) };
  const own = PLUGINS.filter(({ name }) => !without.includes(name));
  const generation = await buildTestGeneration([...own, ...plugins], {
    options: { database: { url }, options: { now: () => clock.now } },
  });
  const services = generation.services;
  const people: Record<string, RoleUser> = {};
  for (const [login, role] of Object.entries(ROLES)) people[login] = await makeUser(generation, login, role);
  const items = services.get('spec', PostStore);
  return {
    generation,
    users: people,
    posts: items,
    clock,
    comments: services.get('spec', CommentStore),
    options: services.get('spec', Options),
    database: services.get('spec', Database),
    addPost: (input) =>
      items.insert({ title: 'An item', type: 'post', status: 'publish', commentStatus: 'open', ...input }),
    async send(
      method,
      path,
      { as, body, context = new RequestContext({ user: userOf(people, as), http: HTTP }) } = {},
    ) {
      const [route = '', query = ''] = path.split('?', 2);
      const request = new RestRequest(method, `/cms/v2${route}`, {
        query: parseQuery(query),
        context,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json', 'user-agent': 'spec' }, body: JSON.stringify(body) }),
      });
      return generation.server.dispatch(request);
    },
  };
}

function userOf(users: Readonly<Record<string, RoleUser>>, name: string | undefined): CurrentUser {
  return name === undefined ? ANONYMOUS : users[name]!.user;
}

async function makeUser({ services }: Generation, login: string, role: string): Promise<RoleUser> {
  const email = `${login}@example.org`;
  const input = { login, email, url: `http://${login}.example.org`, password: login, roles: [role] };
  const made = await services.get('spec', UserStore).create(input);
  const user = (await services.get('spec', UserLoader).load(made.id))!;
  return { user, name: made.displayName, email, url: made.url };
}
