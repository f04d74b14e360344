/** A request of the comparison: a GET or OPTIONS of a path below `/wp-json`, with its query. */
export interface Asked {
  readonly method: 'GET' | 'OPTIONS';
  readonly path: string;
  /** The route's pattern, by which differences are grouped. */
  readonly route: string;
}

/** Whether a request asks what a route is like. */
export const isDescription = ({ method, path }: Asked): boolean =>
  method === 'OPTIONS' || path.includes('_method=OPTIONS');

/** What is compared of an answer. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body, or its text where it is no JSON. */
  readonly body: unknown;
}

/** One of the two that answer the same requests. */
export interface Side {
  readonly url: string;
  /** The header that sends the application password of a user; undefined for anonymous. */
  authorization(login: string): string;
}

/** The headers that clients read. */
const HEADERS = [
  'content-type',
  'x-wp-total',
  'x-wp-totalpages',
  'x-wp-deprecatedparam',
  'x-wp-deprecatedfunction',
  'x-wp-doingitwrong',
  'link',
  'allow',
  'location',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'expires',
  'www-authenticate',
  'x-content-type-options',
  'x-robots-tag',
];

/** Asks a side as a user, or as nobody. */
export async function ask(side: Side, { method, path }: Asked, login: string): Promise<Answered> {
  const authorization = login === 'anonymous' ? undefined : side.authorization(login);
  const response = await fetch(`${side.url}/wp-json${path}`, {
    method,
    redirect: 'manual',
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });
  return answerOf(response);
}

/** What is compared of a response. */
export async function answerOf(response: Response): Promise<Answered> {
  const text = await response.text();
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return { status: response.status, headers, body: parsed(text) };
}

/** The value of JSON, with the name of the function that it is given to, if any; other texts as they are. */
function parsed(text: string): unknown {
  const [, callback, json] = /^\/\*\*\/(\w+)\((.*)\)$/s.exec(text) ?? [];
  try {
    return callback === undefined ? JSON.parse(text) : { callback, value: JSON.parse(json!) };
  } catch {
    return text;
  }
}
