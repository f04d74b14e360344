import type { Generation } from '../../core/generation.ts';
import { RequestContext, RestRequest } from '../../core/index.ts';
import { parseQuery } from '../../core/rest/index.ts';
import { isSampled } from '../support/sample.ts';
import { Cast, SECRET } from './cast.ts';
import { type Outcome, ROLES, type Role, type Row, type Section } from './table.ts';

const HTTP = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };

/** The meaning of `file` in a table: an upload of a few bytes, and the headers that go with it. */
const FILE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const FILE_HEADERS = { 'content-type': 'image/gif', 'content-disposition': 'attachment; filename="dot.gif"' };

/** A request of a table that was not answered as the table says. */
export interface Deviation {
  readonly request: string;
  readonly role: Role;
  readonly expected: string;
  readonly got: string;
}

/**
 * The casts that stand by, one for each role: one that only reads, which reading does not change, and one that writes,
 * which serves until a request of it succeeds. A refused request changes nothing either.
 */
export class Casts {
  readonly #generation: Generation;
  readonly #readers = new Map<Role, Cast>();
  readonly #writers = new Map<Role, Cast>();

  constructor(generation: Generation) {
    this.#generation = generation;
  }

  /** The cast of a role for a request of a method. */
  for(role: Role, method: string): Cast {
    const casts = this.#of(method);
    const cast = casts.get(role) ?? new Cast(this.#generation, role);
    casts.set(role, cast);
    return cast;
  }

  /** Notes that a request of a method succeeded: what a write has changed is not used again. */
  succeeded(role: Role, method: string): void {
    if (method !== 'GET') this.#of(method).delete(role);
  }

  #of = (method: string): Map<Role, Cast> => (method === 'GET' ? this.#readers : this.#writers);
}

const show = ({ status, code }: Outcome): string => (code === undefined ? String(status) : `${status} ${code}`);

/** The methods by which an endpoint writes; they take turns at the cells of a table. */
const WRITING = ['POST', 'PUT', 'PATCH'];

/** The methods by which the request of a cell is made. */
export function methodsOf({ methods, rows }: Section, row: Row, role: Role): readonly string[] {
  if (!WRITING.every((method) => methods.includes(method))) return methods;
  const at = rows.indexOf(row) + ROLES.indexOf(role);
  return methods.filter(
    (method) => !WRITING.includes(method) || isSampled(at, WRITING.indexOf(method), WRITING.length),
  );
}

/** Makes the requests of a row, by every role of it; answers with those that went otherwise. */
export async function performRow(
  generation: Generation,
  section: Section,
  row: Row,
  casts: Casts,
): Promise<Deviation[]> {
  const deviations: Deviation[] = [];
  for (const [role, expected] of row.outcomes) {
    for (const method of methodsOf(section, row, role)) {
      const request = requestOf(section, row, method);
      const { got, leaked } = await ask(generation, casts.for(role, method), request);
      if (got.status < 400) casts.succeeded(role, method);
      const differs = got.status !== expected.status || (expected.code !== undefined && got.code !== expected.code);
      if (!differs && !leaked) continue;
      const shown = `${request.method} ${request.target} ${request.body}`.trim();
      deviations.push({
        request: shown,
        role,
        expected: show(expected),
        got: show(got) + (leaked ? ', and discloses' : ''),
      });
    }
  }
  return deviations;
}

interface Request {
  readonly method: string;
  readonly target: string;
  readonly body: string;
}

/** The request of a row: its label in the place of every `*`. */
export const requestOf = (section: Section, { label }: Row, method: string): Request => ({
  method,
  target: section.target.replaceAll('*', label),
  body: section.body.replaceAll('*', label),
});

/** Whether a refusal discloses anything of the object that it is about. */
async function ask(generation: Generation, cast: Cast, { method, target, body }: Request) {
  const [route = '', query = ''] = (await cast.fill(target)).split('?');
  const context = new RequestContext({ user: await cast.actor(), http: HTTP });
  const sent =
    body === 'file'
      ? { body: FILE, headers: FILE_HEADERS }
      : body === ''
        ? {}
        : { body: await cast.fill(body), headers: { 'content-type': 'application/json' } };
  const request = new RestRequest(method, route, { query: parseQuery(query), context, ...sent });
  const answer = await generation.server.serve(request);
  const text = String(answer.body ?? '');
  const code = answer.status < 400 ? undefined : JSON.parse(text).code;
  const leaked = answer.status >= 400 && (text + JSON.stringify(answer.headers)).includes(SECRET);
  return { got: { status: answer.status, code } as Outcome, leaked };
}
