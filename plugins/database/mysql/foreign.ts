import { type Kysely, sql } from 'kysely';
import { namesFor } from '../derived/names.ts';
import { LAYOUT } from '../layout/tables.ts';
import { TABLES_STEP } from '../migrations.ts';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';
import { CHANGES, TRIGGER } from './watch.ts';

/** Whether the tables under a prefix are those of a site that Tappet has not made: of WordPress. */
export async function isForeign(db: Kysely<Tables>, prefix: string): Promise<boolean> {
  const [options, records] = [`${prefix}options`, `${prefix}tappet_migrations`];
  // Tables that one may not read are not among them.
  const existing = sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = database() and table_name in (${options}, ${records})`;
  const names = (await usingTables(existing, {}).execute(db)).rows.map(({ name }) => name);
  if (!names.includes(options)) return false;
  const address = await db.selectFrom('options').select('option_id').where('option_name', '=', 'siteurl').execute();
  if (address.length === 0 || !names.includes(records)) return address.length > 0;
  const made = await db.selectFrom('tappet_migrations').select('name').where('name', '=', TABLES_STEP).execute();
  return made.length === 0;
}

/** The rights that the user of the database lacks on its tables, of those named. */
export async function missingRights(db: Kysely<Tables>, prefix: string, rights: readonly string[]): Promise<string[]> {
  const { rows } = await usingTables(sql<Record<string, string>>`show grants`, {}).execute(db);
  const { rows: names } = await usingTables(sql<{ name: string }>`select database() as name`, {}).execute(db);
  const grants = rows.flatMap((row) => Object.values(row));
  return rights.filter((right) => !isGranted(right, grants, names[0]!.name, prefix));
}

/** The triggers that fill derived tables, by what their names are made of. */
const DERIVING = (['posts', 'term_relationships', 'term_posts', 'comments'] as const).flatMap((table) =>
  ['insert', 'update', 'delete']
    .filter((event) => table !== 'term_posts' || event !== 'update')
    .map((event) => [table, event] as const),
);

/** Whether all triggers are there that fill the derived tables of a prefix. */
export async function isDerived(db: Kysely<Tables>, prefix: string): Promise<boolean> {
  const { trigger } = namesFor(prefix);
  const wanted = DERIVING.map(([table, event]) => trigger(table, event).slice(1, -1));
  const query = sql<{ count: number }>`select count(*) as count from information_schema.triggers
    where trigger_schema = database() and trigger_name in (${sql.join(wanted)})`;
  return Number((await usingTables(query, {}).execute(db)).rows[0]!.count) === wanted.length;
}

/** Drops the triggers and tables of ours beside the tables of a prefix, and answers with their names. */
export async function removeOwn(db: Kysely<Tables>, prefix: string): Promise<string[]> {
  const own = `${prefix}tappet_`;
  const named = async (from: string, name: string, schema: string, start: string) => {
    const query = sql<{ name: string }>`select ${sql.raw(name)} as name from information_schema.${sql.raw(from)}
      where ${sql.raw(schema)} = database() and left(${sql.raw(name)}, ${start.length}) = ${start} order by name`;
    return (await usingTables(query, {}).execute(db)).rows.map((row) => row.name);
  };
  const triggers = await named('triggers', 'trigger_name', 'trigger_schema', own);
  for (const trigger of triggers) await sql`drop trigger ${sql.id(trigger)}`.execute(db);
  const tables = await named('tables', 'table_name', 'table_schema', own);
  // Sites of one database have the table of changes in common.
  const others = await sql<object>`select 1 from information_schema.triggers where trigger_schema = database()
    and trigger_name like ${`%${TRIGGER}%`}`.execute(db);
  if (others.rows.length === 0) tables.push(...(await named('tables', 'table_name', 'table_schema', CHANGES)));
  for (const table of tables) await sql`drop table ${sql.id(table)}`.execute(db);
  return [...triggers, ...tables];
}

/** What a line of the server grants, and on which database and table. */
function readGrant(line: string): { rights: string; on: string; table: string } | undefined {
  const on = line.indexOf(' ON ');
  const to = line.indexOf(' TO ', on);
  if (!line.startsWith('GRANT ') || on < 0 || to < 0) return undefined;
  const place = line.slice(on + ' ON '.length, to).replace(/^TABLE /, '');
  const dot = place.lastIndexOf('.');
  const named = (name: string) => name.replace(/^["`]|["`]$/g, '');
  return {
    rights: line.slice('GRANT '.length, on),
    on: named(place.slice(0, dot)),
    table: named(place.slice(dot + 1)),
  };
}

/** Whether lines that tell of rights grant one on all tables of a site. */
function isGranted(right: string, grants: readonly string[], database: string, prefix: string): boolean {
  const tables = new Set<string>();
  for (const grant of grants) {
    const { rights, on, table } = readGrant(grant) ?? { rights: '', on: '', table: '' };
    // A right on some columns is no right on the table.
    const given = rights.replace(/ \([^()]*\)/g, ' (columns)').split(', ');
    if (!given.includes(right) && !given.includes('ALL PRIVILEGES')) continue;
    if (!isNamed(on, database)) continue;
    if (table === '*') return true;
    tables.add(table);
  }
  return Object.keys(LAYOUT).every((name) => tables.has(`${prefix}${name}`));
}

/** Whether the name of a database in a grant, in which `%` and `_` stand for others, is this one. */
function isNamed(pattern: string, database: string): boolean {
  if (pattern === '*' || pattern === database) return true;
  const escaped = pattern.replace(/\\([\\%_])|([%_])|[.*+?^${}()|[\]]/g, (sign, literal?: string, any?: string) => {
    if (any !== undefined) return any === '%' ? '.*' : '.';
    return `\\${literal ?? sign}`;
  });
  return new RegExp(`^${escaped}$`).test(database);
}
