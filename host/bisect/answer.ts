/** The answer to a request, or why there is none. */
export interface Answer {
  /** Absent where there is no answer. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The parsed JSON body, or the body itself if it is not JSON. */
  readonly body?: unknown;
  /** Why there is no answer: the host could not be built, or did not answer in time. */
  readonly failure?: string;
}

/** One difference between two answers. */
export interface Change {
  /** `status`, `header X-Name`, `failure`, or the JSON path of a part of the body: `$.title.rendered`. */
  readonly path: string;
  /** The values before and after; absent when there is none. */
  readonly from?: unknown;
  readonly to?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON path of a member: `$.title`, `$["wp:term"]`, `$[0]`. */
const member = (path: string, key: string | number): string =>
  typeof key === 'string' && /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;

const change = (path: string, from: unknown, to: unknown): Change => ({
  path,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

function* between(path: string, from: unknown, to: unknown, name = member): Generator<Change> {
  if (isMap(from) && isMap(to)) {
    const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
    for (const key of keys) {
      const [before, after] = [from, to].map((map) => (Object.hasOwn(map, key) ? map[key] : undefined));
      yield* between(name(path, key), before, after);
    }
  } else if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    for (const [index, before] of from.entries()) yield* between(member(path, index), before, to[index]);
  } else if (JSON.stringify(from) !== JSON.stringify(to)) {
    yield change(path, from, to);
  }
}

/** Headers with names in lower case, because their case does not matter. */
const lowerCased = (headers: Answer['headers'] = {}): Fields =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The differences between two answers; a value that is gone or new is one difference, whatever it holds. */
export function changesBetween(from: Answer, to: Answer): Change[] {
  if (from.failure !== to.failure) return [change('failure', from.failure, to.failure)];
  return [
    ...between('status', from.status, to.status),
    ...between('', lowerCased(from.headers), lowerCased(to.headers), (_, name) => `header ${name}`),
    ...between('$', from.body, to.body),
  ];
}

/** Whether a path is that of a part of a body, or lies within it. */
const isIn = (path: string, part: string): boolean =>
  path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`);

/** The changes outside of volatile parts, which differ even between hosts of the same plugins. */
export const withoutVolatile = (changes: readonly Change[], volatile: ReadonlySet<string>): Change[] =>
  changes.filter(({ path }) => ![...volatile].some((part) => isIn(path, part)));

/** The value at a JSON path of a body, with or without `$.`; undefined if there is none. Throws for an invalid path. */
export function valueAt(body: unknown, path: string): unknown {
  let at = body;
  for (const key of keysOf(path)) {
    const holds = typeof at === 'object' && at !== null && Object.hasOwn(at, key);
    if (!holds) return undefined;
    at = (at as Fields)[key];
  }
  return at;
}

/** The keys of a JSON path. Throws a `TypeError` for an invalid path. */
export function keysOf(path: string): string[] {
  const keys: string[] = [];
  const rest = path.replace(/^\$(?=[.[]|$)/, '').replace(/^(?![.[]|$)/, '.');
  const step = /\.([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;
  while (step.lastIndex < rest.length) {
    const found = step.exec(rest);
    if (found === null) throw new TypeError(`"${path}" is no path; write it like title.rendered or [0].id`);
    keys.push(found[1] ?? found[2] ?? (JSON.parse(found[3]!) as string));
  }
  return keys;
}
