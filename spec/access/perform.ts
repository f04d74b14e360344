import type { Generation } from '../../core/generation.ts';
import { RequestContext, RestRequest } from '../../core/index.ts';
import { parseQuery } from '../../core/rest/index.ts';
import { Cast, SECRET } from './cast.ts';
import type { Outcome, Role, Row, Section } from './table.ts';

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

/** Casts that reading does not change, one for each role. */
export type Readers = Map<Role, Cast>;

const show = ({ status, code }: Outcome): string => (code === undefined ? String(status) : `${status} ${code}`);

/** Makes the requests of a row, by every role and method of it; answers with those that went otherwise. */
export async function performRow(
  generation: Generation,
  section: Section,
  row: Row,
  readers: Readers,
): Promise<Deviation[]> {
  const deviations: Deviation[] = [];
  for (const [role, expected] of row.outcomes) {
    for (const method of section.methods) {
      const cast = method === 'GET' ? reader(generation, role, readers) : new Cast(generation, role);
      const request = requestOf(section, row, method);
      const { got, leaked } = await ask(generation, cast, request);
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

function reader(generation: Generation, role: Role, readers: Readers): Cast {
  const cast = readers.get(role) ?? new Cast(generation, role);
  readers.set(role, cast);
  return cast;
}

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
