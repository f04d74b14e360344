import { type Additions, KINDS } from './additions.ts';
import type { Code } from './code.ts';
import type { Findings, ItemsOfType } from './findings.ts';

/** What each kind of addition means here, with its names. */
const MEANINGS: Readonly<Record<keyof Additions, (names: string) => string>> = {
  routes: (names) => `routes that PHP alone answers: ${names}`,
  fields: (names) => `fields or metadata of answers, which are left out here: ${names}`,
  types: (names) => `content types or taxonomies that are not here: ${names}`,
  markup: (names) => `shortcodes or blocks that stay as they are written here: ${names}`,
  filters: (names) => `filters that change answers, and do not here: ${names}`,
};

/** How many names a line has. */
const NAMED = 12;

const listed = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ');

function* linesOfCode({ kind, name, adds, isPartial }: Code): Generator<string> {
  const found = KINDS.filter((one) => adds[one].length > 0);
  yield `  ${name} (${kind}): ${found.length === 0 ? 'adds nothing to the interface' : 'adds'}`;
  for (const one of found) yield `    ${MEANINGS[one](listed(adds[one]))}`;
  if (isPartial) yield '    not all of it could be read';
}

const counted = (types: readonly ItemsOfType[]): string =>
  types.map(({ type, items }) => `${type} (${items})`).join(', ') || 'none';

/** What is to be done about what was found. */
function* advice({ code, types, isMultisite, unknown, version }: Findings): Generator<string> {
  const adds = (kind: keyof Additions) => code.some((one) => one.adds[kind].length > 0);
  if (isMultisite) yield 'It is a network of sites: only the tables of the first site are served.';
  if (Number.parseInt(version, 10) < 6) yield `WordPress ${version} is older than what is compared with (6 and later).`;
  for (const line of unknown) yield `wp-config.php: ${line}.`;
  if (adds('routes') || types.some(({ isServed }) => !isServed)) {
    yield 'Have PHP answer what is not here: --upstream=http://ADDRESS-OF-PHP.';
  }
  if (adds('fields') || adds('filters') || adds('markup')) {
    yield "Have PHP answer the routes that its code changes, as options: { upstream: { always: ['wp/v2/posts'] } }.";
  }
  if (code.some(({ name }) => name === 'object-cache.php')) {
    yield 'PHP keeps objects of its own in a cache (object-cache.php), which what is written here does not empty.';
  }
  if (code.some(({ name }) => name === 'db.php')) yield 'PHP reaches its database by code of its own (db.php).';
}

/** Tells what was found, in lines for people. */
export function* linesOf(findings: Findings): Generator<string> {
  const { path, version, home, prefix, isGuest, isReadOnly, types, users, code } = findings;
  const [served, others] = [true, false].map((is) => types.filter(({ isServed }) => isServed === is)) as [
    ItemsOfType[],
    ItemsOfType[],
  ];
  yield `WordPress ${version} in ${path}, the site ${home}, tables ${prefix}…`;
  if (!isGuest) yield 'The database is one of ours and not that of WordPress.';
  yield `Served: ${counted(served)}; ${users} users${isReadOnly ? '; read-only' : ''}`;
  yield `Not served, as their types are registered by PHP: ${counted(others)}`;
  yield `Code that PHP runs beside WordPress: ${code.length === 0 ? 'none' : ''}`.trimEnd();
  for (const one of code) yield* linesOfCode(one);
  const todo = [...advice(findings)];
  yield todo.length === 0 ? 'Success: nothing is to be done.' : 'What to do:';
  for (const line of todo) yield `  ${line}`;
}
