import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** The rows of the tables that are compared, by table; each row as a text. */
export type Rows = ReadonlyMap<string, readonly string[]>;

const TABLES = [
  'posts',
  'postmeta',
  'terms',
  'term_taxonomy',
  'term_relationships',
  'termmeta',
  'comments',
  'commentmeta',
  'users',
  'usermeta',
  'options',
  'links',
];

/** Columns that say when, or by which number, something was written: no two runs have the same. */
const AT_RANDOM = new Set(['meta_id', 'umeta_id', 'option_id', 'user_pass', 'comment_agent']);
const AT_RANDOM_OPTIONS = /^(_transient|_site_transient|cron$|rewrite_rules$|recently_edited$)/;
/** Values that say when something was written, or by whom it was asked for. */
const WHEN = /\b2\d{3}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\b|"last_used";i:\d+|"last_ip";s:\d+:"[^"]*"|\b1[5-9]\d{8}\b/g;

/** Reads all rows that are compared. */
export async function readRows(database: string): Promise<Rows> {
  const connection = await createConnection({ uri: database, dateStrings: true });
  try {
    const rows = new Map<string, string[]>();
    for (const table of TABLES) {
      const [found] = await connection.query<RowDataPacket[]>(`select * from wp_${table}`);
      rows.set(table, found.filter(isCompared).map(shown).sort());
    }
    return rows;
  } finally {
    connection.destroy();
  }
}

const isCompared = (row: Readonly<Record<string, unknown>>): boolean =>
  !AT_RANDOM_OPTIONS.test(String(row.option_name ?? '')) && !['_edit_lock'].includes(String(row.meta_key ?? ''));

function shown(row: Readonly<Record<string, unknown>>): string {
  const columns = Object.entries(row).filter(([name]) => !AT_RANDOM.has(name));
  return JSON.stringify(Object.fromEntries(columns)).replace(WHEN, 'WHEN');
}

/** The rows that one side alone has: `- ` those of PHP alone, `+ ` those of both in turn. */
export function rowDifferences(php: Rows, mixed: Rows): string[] {
  return TABLES.flatMap((table) => {
    const [left, right] = [php.get(table)!, mixed.get(table)!];
    const missing = without(left, right).map((row) => `- ${table} ${row}`);
    return [...missing, ...without(right, left).map((row) => `+ ${table} ${row}`)];
  });
}

function without(rows: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const row of others) counts.set(row, (counts.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const count = counts.get(row) ?? 0;
    counts.set(row, count - 1);
    return count <= 0;
  });
}

/** Copies all tables of a database, with their numbers of the next row, over those of another one. */
export async function copyTables(from: string, to: string): Promise<void> {
  const [source, target] = [from, to].map((address) => new URL(address).pathname.slice(1));
  const connection = await createConnection({ uri: to });
  try {
    const [tables] = await connection.query<RowDataPacket[]>(
      'select table_name as name, auto_increment as next from information_schema.tables where table_schema = ?',
      [source],
    );
    for (const { name, next } of tables) {
      await connection.query(`drop table if exists ${target}.${name}`);
      await connection.query(`create table ${target}.${name} like ${source}.${name}`);
      await connection.query(`insert into ${target}.${name} select * from ${source}.${name}`);
      if (next !== null) await connection.query(`alter table ${target}.${name} auto_increment = ${Number(next)}`);
    }
  } finally {
    connection.destroy();
  }
}
