import type { CurrentUser } from '../../../core/index.ts';
import { isRecord } from './difference.ts';
import type { MultipartPart, Scenario, ScenarioRequest, Step } from './scenario.ts';
import type { Variables } from './variables.ts';

/** A request that is ready to be sent, with all variables filled in. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** The query without its question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The parts of a multipart body, for an exchange that does not encode them. */
  readonly parts?: readonly WirePart[];
  /** The user of the step's role, for an exchange without passwords. */
  readonly user: CurrentUser;
}

/** A part of a multipart body, its value as bytes. */
export interface WirePart extends Omit<MultipartPart, 'text' | 'base64'> {
  readonly bytes: Buffer;
}

/** An answer with header names in lower case. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** An answer with its parsed JSON; undefined if it holds none. */
export interface Answer extends WireAnswer {
  readonly json: unknown;
}

/** Sends a request, in memory or over HTTP. */
export type Exchange = (request: WireRequest) => Promise<WireAnswer>;

/** Makes the request of a step. */
export function wireRequest(
  step: Pick<Step, 'auth' | 'request'>,
  scenario: Scenario,
  user: CurrentUser,
  vars: Variables,
): WireRequest {
  const { request } = step;
  const { body, type, parts } = bodyOf(request, scenario, vars);
  const headers = new Map([
    ['accept', 'application/json'],
    ['user-agent', 'conformance-replay'],
  ]);
  if (type !== undefined) headers.set('content-type', type);
  if (step.auth !== undefined) {
    const { login, password } = vars.fill(step.auth) as { login: string; password: string };
    headers.set('authorization', `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`);
  }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === null) headers.delete(name.toLowerCase());
    else headers.set(name.toLowerCase(), vars.text(value));
  }
  const path = vars.text(request.path);
  const query = typeof request.query === 'string' ? vars.text(request.query) : urlencoded(request.query ?? {}, vars);
  return { method: request.method, path, query, headers: Object.fromEntries(headers), body, parts, user };
}

/** Parses the JSON of an answer, within a JSONP callback if one is expected. */
export function readAnswer(answer: WireAnswer, callback: string | undefined): Answer {
  const before = `/**/${callback}(`;
  const wrapped = callback !== undefined && answer.text.startsWith(before);
  try {
    return { ...answer, json: JSON.parse(wrapped ? answer.text.slice(before.length, -1) : answer.text) };
  } catch {
    return { ...answer, json: undefined };
  }
}

/** The value that a capture names: `$.id`, `$[0].id`, `$.a["b c"]`, `$header.Location`, `$text`. */
export function pick(path: string, answer: Answer): unknown {
  if (path === '$text') return answer.text;
  if (path.startsWith('$header.')) return answer.headers.get(path.slice('$header.'.length).toLowerCase());
  let value: unknown = answer.json;
  for (const [, name, index, quoted] of path.slice(1).matchAll(/\.([\w:-]+)|\[(\d+)\]|\["([^"]+)"\]/g)) {
    const key = name ?? index ?? quoted!;
    const known = (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, key);
    value = known ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

function bodyOf(
  request: ScenarioRequest,
  { files = {} }: Scenario,
  vars: Variables,
): { body?: Buffer; type?: string; parts?: WirePart[] } {
  const bytes = (name: string) => Buffer.from(files[name] ?? name, 'base64');
  if (request.body !== undefined)
    return { body: Buffer.from(JSON.stringify(vars.fill(request.body))), type: 'application/json' };
  if (request.raw !== undefined) return { body: Buffer.from(request.raw), type: 'application/json' };
  if (request.form !== undefined) {
    return { body: Buffer.from(urlencoded(request.form, vars)), type: 'application/x-www-form-urlencoded' };
  }
  if (request.base64 !== undefined) return { body: bytes(request.base64) };
  if (request.multipart === undefined) return {};
  const parts = request.multipart.map(({ text, base64, ...part }) => ({
    ...part,
    bytes: base64 === undefined ? Buffer.from(vars.text(text ?? '')) : bytes(base64),
  }));
  return { parts, type: 'multipart/form-data' };
}

function urlencoded(fields: Readonly<Record<string, unknown>>, vars: Variables): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const member of [value].flat()) {
      pairs.push(`${encodeURIComponent(vars.text(name))}=${encodeURIComponent(String(vars.fill(member)))}`);
    }
  }
  return pairs.join('&');
}
