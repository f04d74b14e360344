import {
  type CurrentUser,
  createHost,
  type Host,
  type Logger,
  RequestContext,
  RestRequest,
  UserLoader,
} from '../../host/index.ts';
import { UserStore } from '../../plugins/users/index.ts';
import { BROKEN } from './broken-plugins.ts';

/** A site that is stored: where, and the ids of its users by role; 0 for anonymous visitors. */
export interface SiteOf {
  readonly database: string;
  readonly users: Readonly<Record<string, number>>;
}

/** The answers to requests, by user and request: `subscriber GET /cms/v2/posts`. */
export type Answers = Readonly<Record<string, Answer>>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const NOW = Date.UTC(2026, 2, 14, 12);
const TIMEOUTS = { tapTimeout: 200, routeTimeout: 1000, setupTimeout: 200 };

/** Requests that only some users may make, to check that others may not. */
const PROTECTED: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/cms/v2/posts?status=draft'],
  ['GET', '/cms/v2/posts?context=edit'],
  ['GET', '/cms/v2/users?context=edit'],
  ['GET', '/cms/v2/users/1?context=edit'],
  ['GET', '/cms/v2/comments?context=edit'],
  ['POST', '/cms/v2/posts'],
  ['POST', '/cms/v2/users'],
  ['POST', '/cms/v2/settings'],
  ['DELETE', '/cms/v2/posts/1'],
  ['DELETE', '/cms/v2/users/1'],
];

/** A host of every plugin on a stored site, with these folders of plugins; and the lines of its log. */
export async function startOn(
  { database }: Pick<SiteOf, 'database'>,
  folders: readonly string[],
  settings: object = {},
): Promise<{ host: Host; lines: readonly string[] }> {
  const lines: string[] = [];
  const write = (details: object | string, message?: string) => void lines.push(message ?? String(details));
  const log: Logger = { debug: write, info: write, warn: write, error: write };
  const host = await createHost({
    log,
    database: `sqlite:${database}`,
    url: 'http://site.example',
    now: () => NOW,
    ...TIMEOUTS,
    ...settings,
    plugins: { folders, quarantine: false, ...(settings as { plugins?: object }).plugins },
  });
  return { host, lines };
}

/** Makes a site with the content of a new one and a user of each of a few roles. */
export async function makeSite(database: string): Promise<SiteOf> {
  const { host } = await startOn({ database }, [], { options: { passwords: { cost: 10 } } });
  const { server, services } = host.generation;
  await server.hooks.action('host_listening').promise(server.site.home, () => undefined);
  const store = services.get('spec', UserStore);
  const users: Record<string, number> = { nobody: 0 };
  for (const role of ['subscriber', 'administrator']) {
    const { id } = await store.create({
      login: role,
      email: `${role}@site.example`,
      password: 'secret',
      roles: [role],
    });
    users[role] = id;
  }
  await host.close();
  return { database, users };
}

/** Every address that a site answers to GET: the routes without parameters, and what they link to. */
async function addresses(host: Host): Promise<string[]> {
  const routes = [...host.generation.server.routes.values()]
    .filter(
      ({ pattern, endpoints }) => !/[()]/.test(pattern) && endpoints.some(({ methods }) => methods.includes('GET')),
    )
    .map(({ pattern }) => pattern);
  const items: string[] = [];
  for (const route of routes) {
    const { data } = await host.dispatch(route);
    const self = Array.isArray(data) ? data.map((item) => item?._links?.self?.[0]?.href) : [];
    items.push(...self.filter((href) => typeof href === 'string').map((href) => href.replace(/^.*\/cms-json/, '')));
  }
  return [...routes, ...items];
}

let known: readonly string[] | undefined;

/**
 * Makes requests to a site, anonymously and as its users, all at once: to the addresses that are asked for, of all that
 * there are, and those that only some users may make.
 */
export async function answersOf(
  host: Host,
  { users }: SiteOf,
  isAsked: (path: string, at: number) => boolean = () => true,
): Promise<Answers> {
  known ??= await addresses(host);
  const asked = [...known.filter(isAsked).map((path) => ['GET', path] as const), ...PROTECTED];
  const loader = host.generation.services.get('spec', UserLoader);
  const answers: [string, Answer][] = [];
  for (const [role, id] of Object.entries(users)) {
    // Writes of an administrator would be visible in the answers to others.
    const own = role === 'administrator' ? asked.filter(([method]) => method === 'GET') : asked;
    const user = id === 0 ? undefined : ((await loader.load(id)) ?? undefined);
    answers.push(
      ...((await Promise.all(
        own.map(async ([method, path]) => [`${role} ${method} ${path}`, await ask(host, method, path, user)] as const),
      )) as [string, Answer][]),
    );
  }
  return Object.fromEntries(answers);
}

async function ask(host: Host, method: string, path: string, user?: CurrentUser): Promise<Answer> {
  const [route = '', query = ''] = path.split('?');
  const request = new RestRequest(method, route, {
    query: Object.fromEntries(new URLSearchParams(query)),
    context: new RequestContext(user ? { user } : {}),
  });
  const { status, body, headers } = await host.generation.server.serve(request);
  // The times in an archive differ.
  if (headers['Content-Type'] === 'application/zip') return { status, body: 'an archive', headers };
  const data = body === null ? null : JSON.parse(String(body));
  // The list of plugins holds the one that was dropped in.
  const others = Array.isArray(data) ? data.filter((item) => item?.plugin !== BROKEN) : data;
  return { status, body: others, headers };
}
