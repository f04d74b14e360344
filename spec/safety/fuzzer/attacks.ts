import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FuzzRequest } from '../../plugins/openapi/fuzz/requests.ts';

/** A request as the client sends it. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | undefined;
}

const PREFIX = '/cms-json';
const ROLES = [undefined, undefined, 'editor', 'author', 'contributor', 'subscriber'];
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** A request of the OpenAPI document, valid or with something broken in it. Administrators only read: the site stays as it is. */
export function documented({ operation, path, json, role }: FuzzRequest): Sent {
  const isReading = operation.method === 'GET';
  const name = role === 'admin' ? (isReading ? 'administrator' : 'editor') : role;
  return {
    method: operation.method,
    path: PREFIX + path,
    headers: { ...(name && { 'X-Role': name }), ...(json !== undefined && { 'Content-Type': JSON_TYPE }) },
    body: json === undefined ? undefined : JSON.stringify(json),
  };
}

/** A request with bytes of its path, its headers or its body replaced, doubled or taken out. */
export const mutated = (request: fc.Arbitrary<Sent>): fc.Arbitrary<Sent> =>
  fc
    .record({ request, at: fc.nat(), junk: JUNK, part: fc.constantFrom('path', 'body', 'type', 'method', 'encoding') })
    .map(({ request: { method, path, headers, body }, at, junk, part }): Sent => {
      const change = (text: string) => {
        const place = text.length === 0 ? 0 : at % text.length;
        return `${text.slice(0, place)}${junk}${text.slice(place + (at % 3))}`;
      };
      if (part === 'path')
        return { method, path: `/${encodeURI(toWellFormed(change(path))).slice(1, 8000)}`, headers, body };
      if (part === 'method') return { method: METHODS[at % METHODS.length]!, path, headers, body };
      const type = part === 'type' ? TYPES[at % TYPES.length]! : (headers['Content-Type'] ?? JSON_TYPE);
      const encoding: Record<string, string> =
        part === 'encoding' ? { 'Content-Encoding': ENCODINGS[at % ENCODINGS.length]! } : {};
      return {
        method: method === 'GET' ? 'POST' : method,
        path,
        headers: { ...headers, 'Content-Type': type, ...encoding },
        body: part === 'body' ? change(String(body ?? '{}')) : body,
      };
    });

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'];
const ENCODINGS = ['gzip', 'deflate', 'br', 'identity', 'x', 'gzip, gzip'];
const TYPES = [
  JSON_TYPE,
  FORM,
  'text/plain',
  'image/png',
  'multipart/form-data',
  'multipart/form-data; boundary=a',
  'a',
  '/',
];
const JUNK = fc.oneof(
  fc.constantFrom(
    '%',
    '%00',
    '%ff',
    '[',
    ']',
    '[]',
    '{',
    '"',
    '\\',
    '\0',
    '/',
    '//',
    '?',
    '&',
    '=',
    ',',
    '..',
    '-1',
    '1e999',
  ),
  fc.constantFrom(
    '\ud800',
    '\u202e',
    'é',
    '__proto__',
    'constructor',
    'null',
    'true',
    '[a][b]',
    '<script>',
    "' or 1=1 --",
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

const ROUTES = [
  '/cms/v2/posts',
  '/cms/v2/comments',
  '/cms/v2/users/me',
  '/batch/v1',
  '/nothing',
  '/',
  '/cms/v2/media',
  '/oembed/1.0/embed',
];

/** Bodies and queries that cost much where work has no bound. */
export const bombs: fc.Arbitrary<Sent> = fc
  .record({
    route: fc.constantFrom(...ROUTES),
    role: fc.constantFrom(...ROLES),
    size: fc.constantFrom(1000, 20_000, 100_000, 240_000),
    kind: fc.nat(),
  })
  .map(({ route, role, size, kind }) => {
    const [type, body, encoding] = bombOf(kind % BOMBS.length, size);
    const headers = {
      'Content-Type': type,
      ...(role && { 'X-Role': role }),
      ...(encoding && { 'Content-Encoding': encoding }),
    };
    const method = route === '/oembed/1.0/embed' ? 'GET' : 'POST';
    return { method: 'POST', path: `${PREFIX}${route}${method === 'GET' ? '?_method=GET' : ''}`, headers, body };
  });

/** The bombs that were made, by kind and size: each is sent many times. */
const made = new Map<string, ReturnType<Bomb>>();

function bombOf(kind: number, size: number): ReturnType<Bomb> {
  const key = `${kind} ${size}`;
  const bomb = made.get(key) ?? BOMBS[kind]!(size);
  made.set(key, bomb);
  return bomb;
}

type Bomb = (size: number) => readonly [type: string, body: Buffer | string, encoding?: string];

const text = (piece: string, size: number) => piece.repeat(size / piece.length);
const asPost = (content: string) =>
  JSON.stringify({ content, title: content.slice(0, 1000), post: 1, url: `http://x/${content}` });

const BOMBS: readonly Bomb[] = [
  (size) => [FORM, `a[]${text('[', size)}=1`],
  (size) => [FORM, `a${text('[a]', size)}=1`],
  (size) => [FORM, text('a[]=1&', size)],
  (size) => [FORM, text('%', size)],
  (size) => [JSON_TYPE, text('[', size)],
  (size) => [JSON_TYPE, `{"requests":${text('[{"a":', size)}`],
  (size) => [JSON_TYPE, `{${Array.from({ length: size / 12 }, (_, at) => `"k${at}":1`)}}`],
  (size) => [
    JSON_TYPE,
    JSON.stringify({ include: Array.from({ length: size / 8 }, (_, at) => at), categories: text('1,', size) }),
  ],
  ...[
    ' ',
    '\n ',
    '<div',
    '<p><li',
    '"',
    '[gallery ',
    '<!-- wp:a {"a":',
    '<!-- wp:calendar /-->',
    '/',
    '&#58',
    '<!--',
    '%4%411',
    '1x',
  ].map(
    (piece): Bomb =>
      (size) => [JSON_TYPE, asPost(`a${text(piece, size / 4)}\nb`)],
  ),
  (size) => [JSON_TYPE, JSON.stringify({ meta: { persisted_preferences: { a: text('a', size) } } })],
  (size) => [
    JSON_TYPE,
    JSON.stringify({
      requests: Array.from({ length: 25 }, () => ({
        path: `/cms/v2/posts?search=${text('"', size / 100)}`,
        method: 'POST',
      })),
    }),
  ],
  (size) => [JSON_TYPE, gzipSync(Buffer.alloc(size * 100, '[')), 'gzip'],
  (size) => [FORM, gzipSync(Buffer.alloc(size * 100, 'a')), 'gzip'],
  (size) => [
    'multipart/form-data; boundary=b',
    `${text('--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n', size)}--b--\r\n`,
  ],
  (size) => [
    'multipart/form-data; boundary=b',
    `${text('--b\r\nContent-Disposition: form-data; name="f[]"\r\n\r\n1\r\n', size)}--b--\r\n`,
  ],
  (size) => ['multipart/form-data; boundary=b', `--b\r\n${text('A: b\r\n', size)}`],
  (size) => ['image/png', Buffer.alloc(size, 'a')],
];

/** What is written to a socket as it stands. */
export const raw: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'GET / HTTP/1.1\r\n\r\n',
    'GET /cms-json/ HTTP/1.0\r\n\r\n',
    'GET http://elsewhere/cms-json/ HTTP/1.1\r\nHost: elsewhere\r\n\r\n',
    'GET //cms-json// HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'GET /cms-json/?rest_route[]=/ HTTP/1.1\r\nHost: \r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST /cms-json/cms/v2/posts HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    'POST /cms-json/cms/v2/posts HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /cms-json/cms/v2/posts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'POST /cms-json/cms/v2/posts HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999\r\n\r\n--b\r\n',
    'POST /cms-json/cms/v2/posts HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n',
    `GET /cms-json/ HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'GET /cms-json/ HTTP/1.1\r\nHost: a\r\nRange: bytes=0-,0-,0-\r\nIf-None-Match: ","\r\nCookie: =;;=\r\nAuthorization: Basic =\r\n\r\n'.repeat(
      20,
    ),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ),
  fc
    .string({ unit: 'binary', maxLength: 200 })
    .map((junk) => `GET /cms-json/?${junk} HTTP/1.1\r\nHost: ${junk}\r\n${junk}\r\n\r\n`),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
