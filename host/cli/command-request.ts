import type { Generation } from '../../core/generation.ts';
import { CommandError, type CurrentUser, RequestContext, RestRequest, UserLoader } from '../../core/index.ts';
import { parseQuery } from '../../core/rest/index.ts';

/** A request that is given on the command line. */
export interface CommandRequest {
  readonly method: string;
  /** A path of the REST interface, with or without its prefix, and a query. */
  readonly path: string;
  /** The login or the id of the user who makes the request; anonymous when left out. */
  readonly user?: string;
  /** A JSON body. */
  readonly body?: string;
}

/** The flags of commands that make a request. */
export const REQUEST_FLAGS = {
  '--user <user>': 'The login or the id of the user who asks; nobody when left out.',
};

/** Reads a request from the words and flags of a command: `GET /cms/v2/posts`, or only a path, which is a GET. */
export function readRequest(
  command: string,
  words: readonly (string | undefined)[],
  { user, body }: Readonly<Record<string, unknown>>,
): CommandRequest {
  const parts = words.filter((word) => word !== undefined).flatMap((word) => word.trim().split(/\s+/));
  const [method, path, ...more] = parts.length === 1 && parts[0]!.startsWith('/') ? ['GET', parts[0]!] : parts;
  if (!path?.startsWith('/') || more.length > 0 || !/^[A-Za-z]+$/.test(method!)) {
    throw new CommandError(`a request is a method and a path that begins with a slash: ${command} GET /cms/v2/posts`);
  }
  return {
    method: method!.toUpperCase(),
    path,
    ...(typeof user === 'string' ? { user } : {}),
    ...(typeof body === 'string' ? { body: checkedJson(body) } : {}),
  };
}

/** Makes the REST request for a generation. Throws a `CommandError` for an unknown user. */
export async function restRequestOf(
  { method, path, user: login, body }: CommandRequest,
  generation: Generation,
): Promise<RestRequest> {
  const [address = '', query = ''] = path.split(/\?(.*)/s);
  const prefix = `/${generation.server.urlPrefix}/`;
  const route = address.startsWith(prefix) ? address.slice(prefix.length - 1) : address;
  const user = login === undefined ? undefined : await userOf(login, generation);
  const http = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };
  return new RestRequest(method, route, {
    query: parseQuery(query),
    context: new RequestContext({ user, http }),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
  });
}

/** The user with an id or a login. Throws a `CommandError` if there is none. */
export async function userOf(who: string, { services }: Generation): Promise<CurrentUser> {
  const users = services.find(UserLoader);
  const user = /^\d+$/.test(who) ? await users?.load(Number(who)) : await users?.find?.(who);
  if (!user) throw new CommandError(`there is no user "${who}"; give a login or an id`);
  return user;
}

function checkedJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new CommandError(`--body is not JSON: ${(error as Error).message}`);
  }
}
