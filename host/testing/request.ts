import { type CurrentUser, RequestContext, RestRequest, UserLoader } from '../../core/index.ts';
import { readers } from '../../core/rest/credentials.ts';
import { parseQuery } from '../../core/rest/index.ts';
import { actingAs } from '../acting.ts';
import type { TestHost } from './test-host.ts';
import type { RoleName } from './users.ts';

const vouched = (user: CurrentUser | undefined) => (user === undefined ? undefined : readers.vouch(user));

/** The parts of a request beside its method and path. */
export interface RequestOptions {
  /** Who makes the request: a role, the id of a stored user, or a user; an anonymous client when left out. */
  readonly as?: RoleName | number | CurrentUser;
  /** Query parameters, beside those of the path. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the client; 127.0.0.1 when left out. */
  readonly ip?: string;
  /** Sent as a JSON body. */
  readonly json?: unknown;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, unknown>>;
  /** Sent as it is. */
  readonly body?: string | Uint8Array;
}

/** An answer as a client sees it. */
export interface Answer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; empty if there is none. */
  readonly body: string;
  /** The parsed JSON body; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answer.
  readonly json: any;
}

/**
 * Makes a request to a test host in memory, as if it had come by HTTP:
 * `request(host, 'GET', '/hello/v1/greeting?name=Ann', { as: 'editor' })`.
 */
export async function request(
  host: TestHost,
  method: string,
  path: string,
  { as, query, headers = {}, ip = '127.0.0.1', json, form, body }: RequestOptions = {},
): Promise<Answer> {
  const [route = '', text = ''] = path.split(/\?(.*)/s);
  const http = { tls: false, serverName: 'localhost', remoteAddress: ip, cookie: () => undefined };
  const context = new RequestContext({ user: vouched(await userOf(host, as)), http });
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
  const { server, services } = host.generation;
  const incoming = new RestRequest(method, route, {
    query: { ...parseQuery(text), ...query },
    headers: { ...type, ...headers },
    context,
    ...(form === undefined ? {} : { form }),
    ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
  });
  const served = await actingAs(services, { context }, () => server.serve(incoming));
  const written = served.body === null || served.body === undefined ? '' : String(served.body);
  const named = Object.entries(served.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status: served.status, headers: Object.fromEntries(named), body: written, json: parsed(written) };
}

async function userOf(host: TestHost, as: RequestOptions['as']): Promise<CurrentUser | undefined> {
  if (typeof as === 'string') {
    if (!Object.hasOwn(host.users, as)) {
      throw new TypeError(`there is no role "${as}"; the roles are ${Object.keys(host.users).join(', ')}`);
    }
    return host.users[as];
  }
  if (typeof as !== 'number') return as;
  const user = await host.generation.services.find(UserLoader)?.load(as);
  if (!user) throw new TypeError(`there is no user ${as}`);
  return user;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
