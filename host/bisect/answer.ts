/** What a request was answered with, or why it was not. */
export interface Answer {
  /** Absent where there is no answer. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body read as JSON, or as it is where it is none. */
  readonly body?: unknown;
  /** Why there is no answer: the host could not be built, or the time was up. */
  readonly failure?: string;
}

/** One thing in which two answers differ. */
export interface Change {
  /** `status`, `header X-Name`, `failure`, or the JSON path of a part of the body: `$.title.rendered`. */
  readonly path: string;
  /** The values before and after; absent where there is none. */
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

/** Header names are told apart without regard to case. */
const lowerCased = (headers: Answer['headers'] = {}): Fields =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Everything in which an answer differs from another: for what is gone or new as a whole, that alone. */
export function changesBetween(from: Answer, to: Answer): Change[] {
  if (from.failure !== to.failure) return [change('failure', from.failure, to.failure)];
  return [
    ...between('status', from.status, to.status),
    ...between('', lowerCased(from.headers), lowerCased(to.headers), (_, name) => `header ${name}`),
    ...between('$', from.body, to.body),
  ];
}

/** Whether a path is that of a part, or lies in it. */
const isIn = (path: string, part: string): boolean =>
  path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`);

/** The changes that are not in parts which change by themselves. */
export const withoutVolatile = (changes: readonly Change[], volatile: ReadonlySet<string>): Change[] =>
  changes.filter(({ path }) => ![...volatile].some((part) => isIn(path, part)));

/** The value at a JSON path of a body, `$.` left out or not; undefined where there is none. Throws for no path. */
export function valueAt(body: unknown, path: string): unknown {
  let at = body;
  for (const key of keysOf(path)) {
    const holds = typeof at === 'object' && at !== null && Object.hasOwn(at, key);
    if (!holds) return undefined;
    at = (at as Fields)[key];
  }
  return at;
}

/** The keys that a JSON path goes through. Throws a `TypeError` for a text that is none. */
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
