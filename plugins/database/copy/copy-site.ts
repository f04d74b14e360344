import { type Kysely, sql } from 'kysely';
import { CommandError } from '../../../core/index.ts';
import type { Database } from '../database.ts';
import { usingTables } from '../table-usage.ts';
import { isSiteTable } from '../tables.ts';
import { type AnyRow, type AnyTables, pagesOf } from './pages.ts';
import type { SiteTable, Snapshot } from './snapshot.ts';
import { TableDigest } from './table-digest.ts';

/** What takes part in a copy. */
export interface SiteCopy {
  readonly source: Snapshot;
  readonly target: Database;
  /** The tables of the target, which has all of the source. */
  readonly targetTables: Snapshot['tables'];
}

/** The tables that both have, in the order of the source. Throws where the target lacks one of them, or a column. */
function copiedTables({ source, targetTables }: SiteCopy): SiteTable[] {
  return [...source.tables.values()].map((table) => {
    const there = targetTables.get(table.short);
    if (there === undefined) {
      throw new CommandError(
        `no plugin here makes the table ${table.name}; name its plugin with --plugins, or drop it`,
      );
    }
    const others = table.columns.filter((column) => !there.columns.includes(column));
    if (others.length > 0) {
      throw new CommandError(`${table.name} has columns that are not known here: ${others.join(', ')}; drop them`);
    }
    if (table.key.length > 0) return table;
    throw new CommandError(`${table.name} has no primary key, by which its rows are read; give it one`);
  });
}

/**
 * Puts the rows of the source in the place of those of the target, and compares what is stored with what was read: all of it
 * in one transaction, so that the target is either as the source or as it was.
 *
 * @returns what each table has, by its name without prefix
 * @throws CommandError where the target cannot hold a row, or is not as the source
 */
export async function copySite(
  copy: SiteCopy,
  show: (rows: number) => void,
): Promise<ReadonlyMap<string, TableDigest>> {
  const { source, target, targetTables } = copy;
  const tables = copiedTables(copy);
  const work = async () => {
    for (const table of targetTables.values()) await anyTables(target).deleteFrom(written(table)).execute();
    const read = new Map<string, TableDigest>();
    let done = 0;
    const shows = (rows: number) => {
      done += rows;
      show(done);
    };
    for (const table of tables) read.set(table.short, await copyTable(table, copy, shows));
    const lastIds = await source.lastIds();
    for (const { name, key } of tables) await setLastId(target, name, key[0]!, lastIds.get(name));
    const different: string[] = [];
    for (const table of tables) {
      const stored = await digestOf(anyTables(target), table, shows);
      if (!stored.equals(read.get(table.short)!)) different.push(table.name);
    }
    if (different.length === 0) return read;
    throw new CommandError(`nothing was copied, as it would not be equal in ${different.join(', ')}`);
  };
  return target.bulk(() => target.transaction(work, { isRepeatable: false }));
}

/** The name of a table in statements that write, to which its prefix is added where it is one of the site. */
const written = ({ name, short }: SiteTable) => (isSiteTable(short) ? short : name);

const anyTables = ({ db }: Database) => db as unknown as Kysely<AnyTables>;

/** What a table has that is read in the order of its key. */
async function digestOf(db: Kysely<AnyTables>, table: SiteTable, shows: (rows: number) => void): Promise<TableDigest> {
  const digest = new TableDigest();
  for await (const rows of pagesOf(db, table)) {
    for (const row of rows) digest.add(row, table.columns);
    shows(rows.length);
  }
  return digest;
}

async function copyTable(
  table: SiteTable,
  { source, target }: SiteCopy,
  shows: (rows: number) => void,
): Promise<TableDigest> {
  const digest = new TableDigest();
  for await (const rows of pagesOf(source.db, table)) {
    for (const row of rows) {
      digest.add(row, table.columns);
      if (target.dialect === 'postgres') refuseZeros(row, table);
    }
    await target.insertAll(written(table), rows).catch((error: Error) => {
      const [first, last] = [rows[0]!, rows.at(-1)!].map((row) => nameOf(row, table));
      throw new CommandError(`nothing was copied: of ${first} to ${last}: ${error.message}`);
    });
    shows(rows.length);
  }
  await afterFill(target, table);
  return digest;
}

/** Has triggers on the next tables look rows of this one up in its index: PostgreSQL plans for a table as large as it was. */
async function afterFill(target: Database, { name }: SiteTable): Promise<void> {
  if (target.dialect === 'postgres') await usingTables(sql`analyze ${sql.id(name)}`, {}).execute(target.db);
}

const nameOf = (row: AnyRow, { name, key }: SiteTable) => `${name} ${key.map((column) => row[column]).join(', ')}`;

/** Refuses a row with a text that PostgreSQL has no place for. */
function refuseZeros(row: AnyRow, table: SiteTable): void {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !value.includes('\0')) continue;
    const what = `${nameOf(row, table)} has a character 0 in ${column}, which PostgreSQL cannot hold`;
    throw new CommandError(`nothing was copied: ${what}; take it out of the source`);
  }
}

/** Has new rows numbered on from the last id that was given; servers of MySQL do so from the greatest by themselves. */
async function setLastId(target: Database, name: string, column: string, last: number | undefined): Promise<void> {
  if (last === undefined) return;
  const run = async (statement: ReturnType<typeof sql>) => void (await usingTables(statement, {}).execute(target.db));
  if (target.dialect === 'sqlite') {
    await run(sql`delete from sqlite_sequence where name = ${name}`);
    await run(sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`);
  } else if (target.dialect === 'postgres') {
    const sequence = sql`pg_get_serial_sequence(${`"${name}"`}, ${column})`;
    await run(sql`select setval(${sequence}, ${Math.max(last, 1)}, ${last > 0})`);
  }
}
