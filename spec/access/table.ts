import { readdirSync, readFileSync } from 'node:fs';

/** The columns of every table, from the role with the fewest rights to that with the most. */
export const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

export type Role = (typeof ROLES)[number];

/** What a request is to be answered with: a status, and the code of a refusal. */
export interface Outcome {
  readonly status: number;
  readonly code?: string;
}

/** One row: what stands for `*` in the heading, and the outcome for each role that has one. */
export interface Row {
  readonly label: string;
  readonly outcomes: ReadonlyMap<Role, Outcome>;
}

/** A request that is made in several variations, and its outcomes. */
export interface Section {
  readonly methods: readonly string[];
  /** The route with its query. `<post own draft>` is the id of such an object, `*` the row's label. */
  readonly target: string;
  /** The body, written like the target; empty for none. */
  readonly body: string;
  readonly rows: readonly Row[];
}

interface Refusal {
  readonly status?: number;
  readonly code: string;
}

interface Heading extends Omit<Section, 'rows'> {
  readonly refusals: readonly Refusal[];
  readonly rows: Row[];
}

/** The marks of refusals in cells, in the order in which a heading names the refusals. */
const MARKS = '-=~+';

/**
 * Reads a table. A heading names a request and, after a bar, its refusals; below it stand rows of a label and a
 * cell for each role. Headings that follow each other share the rows below them.
 *
 * ```
 * GET /cms/v2/posts/<post *>?context=edit | rest_forbidden_context
 * PUT,PATCH /cms/v2/posts/<post *> {"title":"New"} | rest_cannot_edit
 *   own publish/future    . - -  200 200 200
 *   own draft             . - 200 200 200 200
 * ```
 *
 * A number is the status of a success, a mark the refusal at its place: `-` is the first, `=` the second. A refusal
 * without a status of its own is 401 to the anonymous and 403 to all others. A dot stands where there is no such
 * case. A word with slashes stands for one row each.
 */
export function parseTable(text: string): Section[] {
  const sections: Heading[] = [];
  let headings: Heading[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (line.startsWith(' ')) {
      for (const { rows, refusals } of headings) rows.push(...parseRows(line, refusals, index + 1));
      continue;
    }
    const heading = parseHeading(line, index + 1);
    headings = headings.at(-1)?.rows.length === 0 ? [...headings, heading] : [heading];
    sections.push(heading);
  }
  return sections;
}

function parseHeading(line: string, number: number): Heading {
  const [request = '', refused = ''] = line.split(' | ');
  const match = /^([A-Z,]+) ((?:<[^>]*>|[^\s<])+)(?: (.+))?$/.exec(request.trim());
  if (match === null) throw new Error(`line ${number}: no request in "${request}"`);
  const [, methods, target, body = ''] = match;
  const refusals = refused.split(',').map(parseRefusal);
  return { methods: methods!.split(','), target: target!, body, refusals, rows: [] };
}

function parseRefusal(text: string): Refusal {
  const [first = '', second] = text.trim().split(' ');
  return second === undefined ? { code: first } : { status: Number(first), code: second };
}

function parseRows(line: string, refusals: readonly Refusal[], number: number): Row[] {
  const words = line.trim().split(/\s+/);
  const cells = words.splice(-ROLES.length);
  if (cells.length < ROLES.length) throw new Error(`line ${number}: a row has ${ROLES.length} cells`);
  const outcomes = new Map<Role, Outcome>();
  for (const [index, role] of ROLES.entries()) {
    const cell = cells[index]!;
    if (cell === '.') continue;
    const refusal = refusals[MARKS.indexOf(cell)];
    if (/^\d{3}$/.test(cell)) outcomes.set(role, { status: Number(cell) });
    else if (refusal === undefined) throw new Error(`line ${number}: no refusal "${cell}" in the heading`);
    else outcomes.set(role, { status: refusal.status ?? (role === 'anonymous' ? 401 : 403), code: refusal.code });
  }
  const label = words.join(' ');
  return alternatives(label).map((alternative) => ({ label: alternative, outcomes }));
}

/** `own draft/pending` is `own draft` and `own pending`; a body is left as it is. */
function alternatives(label: string): string[] {
  const [, before, choices, after] = /^([^{/]*?)([\w-]+(?:\/[\w-]+)+)([^{/]*)$/.exec(label) ?? [];
  return choices === undefined ? [label] : choices.split('/').map((choice) => `${before}${choice}${after}`);
}

const FOLDER = new URL('tables/', import.meta.url);

/** All tables of the matrix, by name. */
export const tables: ReadonlyMap<string, readonly Section[]> = new Map(
  readdirSync(FOLDER)
    .sort()
    .map((file) => [file.replace(/\.txt$/, ''), parseTable(readFileSync(new URL(file, FOLDER), 'utf8'))]),
);
