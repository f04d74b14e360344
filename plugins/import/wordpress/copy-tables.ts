import type { CommandContext } from '../../../core/index.ts';
import { createLinks, type Database, TableDigest } from '../../database/index.ts';
import type { CopyState } from './copy-state.ts';
import type { Row, SourceTable, WordPressSource } from './source.ts';
import { LINKS } from './source-tables.ts';
import type { CopyTarget } from './target.ts';

/** How many rows, and about how many characters, are stored in one transaction at most. */
const ROWS = 500;
const CHARACTERS = 3_000_000;

/** How many rows that were left out are named. */
const NAMED = 20;

/** What takes part in a copy. */
export interface TableCopy {
  readonly source: WordPressSource;
  readonly target: CopyTarget;
  readonly state: CopyState;
  readonly database: Database;
  readonly translate: (table: string, row: Row) => Row;
}

/** What became of the tables of a source. */
export interface TablesReport {
  /** How many rows each table has. */
  readonly rows: ReadonlyMap<string, number>;
  /** The tables that are not as in the source. */
  readonly different: readonly string[];
  /** Rows that the database cannot hold, and how many there are. */
  readonly refused: { readonly names: string[]; count: number };
}

/** Copies what is missing of the tables, and compares each with what was read. */
export async function copyTables(
  copy: TableCopy,
  track: CommandContext['track'],
  pause: () => Promise<void>,
): Promise<TablesReport> {
  const { source, target, state } = copy;
  const refused = { names: [] as string[], count: 0 };
  const rows = new Map<string, number>();
  const different: string[] = [];
  const show = track(
    source.tables.reduce((sum, table) => sum + table.rows, 0),
    'copied',
  );
  let before = 0;
  for (const table of source.tables) {
    if (table.name === LINKS.name) {
      // A site without links needs no table of them.
      if (!(await source.hasRows(table))) continue;
      await createLinks(copy.database);
    }
    await copyTable(table, copy, { refused, pause, show: (done) => show(before + done, before + done) });
    before += table.rows;
  }
  await target.finish();
  for (const table of source.tables) {
    const { digest, position } = await state.ofTable(table.name);
    rows.set(table.name, digest.rows);
    if (!digest.equals(await target.digest(table, position))) different.push(table.name);
  }
  return { rows, different, refused };
}

/** Compares the tables of a site that was copied with the source as it is now; answers with those that differ. */
export async function compareTables(copy: TableCopy, track: CommandContext['track']): Promise<string[]> {
  const { source, target, database } = copy;
  const different: string[] = [];
  const show = track(
    source.tables.reduce((sum, table) => sum + table.rows, 0),
    'compared',
  );
  let done = 0;
  for (const table of source.tables) {
    const digest = new TableDigest();
    let last: readonly number[] = [];
    for await (const row of translatedRows(table, copy, [])) {
      show(done, done++);
      if (isRefused(row, database)) continue;
      digest.add(row, table.columns);
      last = positionOf(row, table);
    }
    if (!digest.equals(await target.digest(table, last))) different.push(table.name);
  }
  return different;
}

async function* translatedRows(table: SourceTable, { source, translate }: TableCopy, position: readonly number[]) {
  for await (const row of source.rows(table, position)) yield translate(table.name, row);
}

const positionOf = (row: Row, { key }: SourceTable): number[] => key.map((column) => row[column] as number);

/** Whether a row has a text that the database cannot hold: PostgreSQL has no place for the character 0. */
const isRefused = (row: Row, { dialect }: Database): boolean =>
  dialect === 'postgres' && Object.values(row).some((value) => typeof value === 'string' && value.includes('\0'));

interface TableCopying {
  readonly refused: TablesReport['refused'];
  readonly pause: () => Promise<void>;
  readonly show: (rows: number) => void;
}

async function copyTable(table: SourceTable, copy: TableCopy, { refused, pause, show }: TableCopying): Promise<void> {
  const { target, state, database } = copy;
  const { position, digest, isDone } = await state.ofTable(table.name);
  if (isDone) return;
  if (table.name === 'options') await target.putOptionsApart(position);
  else await target.removeBehind(table, position);
  let [at, batch, size] = [position, [] as Row[], 0];
  const store = async (isLast: boolean): Promise<void> => {
    await database.transaction(async () => {
      await target.insert(table, batch);
      await state.setTable(table.name, { position: at, digest, isDone: isLast });
    });
    [batch, size] = [[], 0];
    show(digest.rows);
    await pause();
  };
  for await (const row of translatedRows(table, copy, position)) {
    if (isRefused(row, database)) {
      if (refused.count++ < NAMED) refused.names.push(`${table.name} ${positionOf(row, table).join(', ')}`);
      continue;
    }
    digest.add(row, table.columns);
    at = positionOf(row, table);
    batch.push(row);
    for (const value of Object.values(row)) size += typeof value === 'string' ? value.length : 8;
    if (batch.length >= ROWS || size >= CHARACTERS) await store(false);
  }
  await store(true);
}
