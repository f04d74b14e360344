import { type Kysely, sql } from 'kysely';
import { LAYOUT } from '../layout/tables.ts';
import { TABLES_STEP } from '../migrations.ts';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';

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

/** What is granted, and on which database and table. */
const GRANT = /^GRANT (.+) ON (?:TABLE )?["`]?(.+?)["`]?\.["`]?([^"`]+?)["`]? TO /;

/** Whether lines that tell of rights grant one on all tables of a site. */
function isGranted(right: string, grants: readonly string[], database: string, prefix: string): boolean {
  const tables = new Set<string>();
  for (const grant of grants) {
    const [, rights = '', on = '', table = ''] = GRANT.exec(grant) ?? [];
    // A right on some columns is no right on the table.
    const given = rights.replace(/\w+ \([^)]*\)/g, '').split(', ');
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
