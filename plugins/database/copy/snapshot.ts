import { existsSync } from 'node:fs';
import {
  type ControlledTransaction,
  type Dialect,
  Kysely,
  MysqlDialect,
  PostgresDialect,
  SqliteDialect,
  sql,
} from 'kysely';
import { CommandError } from '../../../core/index.ts';
import { fileOf, unreachable, withoutPassword } from '../address.ts';
import { isSiteTable } from '../tables.ts';
import type { AnyTables, ReadTable } from './pages.ts';
import { siteContent } from './site-content.ts';

/** A table of a site, by its whole name. */
export interface SiteTable extends ReadTable {
  /** Its name without prefix. */
  readonly short: string;
}

/** A site in a database, as it is at one moment, read on a connection of its own. */
export interface Snapshot {
  readonly db: Kysely<AnyTables>;
  /** Its tables by their names without prefix, but for those that are derived or of one system alone. */
  readonly tables: ReadonlyMap<string, SiteTable>;
  /** The names of all tables that the database has. */
  readonly names: ReadonlySet<string>;
  /** The last ids that were given, by the whole names of tables; those of removed rows are not given again. */
  lastIds(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

/** What triggers or the background fill, and what is told by name. */
const DERIVED = /^tappet_(?:post_counts|comment_counts|term_posts|migrations|changes|(?:comment_)?search(?:_\w+)?)$/;

/** The table of links, which a site has that comes from a WordPress with some. */
const isCopied = (short: string): boolean => (isSiteTable(short) && !DERIVED.test(short)) || short === 'links';

/** What is to be known of a system in order to read from it. */
interface Reader {
  readonly dialect: Dialect;
  /** The statement that lists columns: their tables, names, and places in the primary key. */
  readonly columns: string;
  lastIds(db: Kysely<AnyTables>, tables: ReadonlyMap<string, SiteTable>): Promise<ReadonlyMap<string, number>>;
}

/** Of the servers: the name of the place that the tables are in is given. */
const columnsIn = (place: string): string => `select c.table_name as tbl, c.column_name as col,
    coalesce(k.ordinal_position, 0) as pk
  from information_schema.columns c
  left join (select u.table_name, u.column_name, u.ordinal_position from information_schema.key_column_usage u
      join information_schema.table_constraints t on t.constraint_schema = u.constraint_schema
        and t.constraint_name = u.constraint_name and t.table_name = u.table_name
      where t.constraint_type = 'PRIMARY KEY' and u.table_schema = ${place}) k
    on k.table_name = c.table_name and k.column_name = c.column_name
  where c.table_schema = ${place} order by c.table_name, c.ordinal_position`;

async function sqliteReader(file: string): Promise<Reader> {
  const { Sqlite } = await import('../sqlite-driver.ts');
  const database = new Sqlite(file, { readonly: true, fileMustExist: true });
  // Numbers are read as they are, however large.
  database.defaultSafeIntegers();
  return {
    dialect: new SqliteDialect({ database }),
    columns: `select m.name as tbl, p.name as col, p.pk as pk from sqlite_master m join pragma_table_info(m.name) p
      where m.type = 'table' order by m.name, p.cid`,
    lastIds: async (db) => {
      const { rows } = await sql<{ name: string; seq: bigint }>`select name, seq from sqlite_sequence`.execute(db);
      return new Map(rows.map(({ name, seq }) => [name, Number(seq)]));
    },
  };
}

async function postgresReader(address: string): Promise<Reader> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: address, max: 1, keepAlive: true });
  // A connection that is lost fails the next statement.
  pool.on('error', () => undefined);
  return {
    dialect: new PostgresDialect({ pool }),
    columns: columnsIn('current_schema()'),
    lastIds: async (db, tables) => {
      const found = new Map<string, number>();
      for (const { name, key } of tables.values()) {
        const naming = sql<{
          sequence: string | null;
        }>`select pg_get_serial_sequence(${`"${name}"`}, ${key[0]}) as sequence`;
        const sequence = (await naming.execute(db)).rows[0]?.sequence;
        if (sequence === null || sequence === undefined) continue;
        const reading = sql<{ last: string }>`select case when is_called then last_value else last_value - 1 end as last
          from ${sql.raw(sequence)}`;
        found.set(name, Number((await reading.execute(db)).rows[0]!.last));
      }
      return found;
    },
  };
}

async function mysqlReader(address: string): Promise<Reader> {
  // Its module in CommonJS has no other names once it is bundled.
  const { default: mysql } = await import('mysql2');
  const uri = address.replace(/^mariadb:/, 'mysql:');
  const asTexts = { dateStrings: true, supportBigNumbers: true, bigNumberStrings: true };
  const pool = mysql.createPool({ uri, charset: 'utf8mb4', connectionLimit: 1, ...asTexts });
  return {
    dialect: new MysqlDialect({ pool }),
    columns: columnsIn('database()'),
    lastIds: async (db) => {
      const { rows } = await sql<{ name: string; next: string }>`select table_name as name, auto_increment as next
        from information_schema.tables where table_schema = database() and auto_increment is not null`.execute(db);
      return new Map(rows.map(({ name, next }) => [name, Number(next) - 1]));
    },
  };
}

function readerOf(address: string): Promise<Reader> {
  if (address.startsWith('postgres')) return postgresReader(address);
  return address.startsWith('sqlite:') ? sqliteReader(fileOf(address)) : mysqlReader(address);
}

/**
 * Has the database of an address, which another program may write to, be seen as it is now.
 *
 * @throws PluginError in one line where it cannot be read
 */
async function openSnapshot(address: string, prefix: string): Promise<Snapshot> {
  const refuse = (error: unknown) => {
    throw unreachable(address, error);
  };
  const { dialect, columns, lastIds } = await readerOf(address).catch(refuse);
  const pool = new Kysely<AnyTables>({ dialect });
  let transaction: ControlledTransaction<AnyTables> | undefined;
  const close = async () => {
    // The connection may be lost, and the transaction with it.
    await transaction
      ?.rollback()
      .execute()
      .catch(() => undefined);
    await pool.destroy();
  };
  try {
    const beginning = pool.startTransaction();
    const isServer = !address.startsWith('sqlite:');
    const db = await (isServer ? beginning.setIsolationLevel('repeatable read') : beginning).execute();
    transaction = db;
    const { rows } = await sql<Column>`${sql.raw(columns)}`.execute(db);
    const tables = tablesOf(rows, prefix);
    return { db, tables, names: new Set(rows.map(({ tbl }) => tbl)), lastIds: () => lastIds(db, tables), close };
  } catch (error) {
    await close();
    return refuse(error);
  }
}

/** Has the database of an address be seen as it is now, while work is done. */
export async function withSnapshot<T>(
  address: string,
  prefix: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const snapshot = await openSnapshot(address, prefix);
  try {
    return await work(snapshot);
  } finally {
    await snapshot.close();
  }
}

/** What the site at an address has more than a new one: `3 posts`; undefined where there is nothing. */
export const contentAt = (address: string, prefix: string): Promise<string | undefined> =>
  withSnapshot(address, prefix, ({ db, tables }) => siteContent(db, (table) => tables.get(table)?.name));

/**
 * Refuses an address with nothing of a site, as one with a slip of the pen: to open it has made a new site there.
 *
 * @throws CommandError in one line
 */
export async function expectSite(address: string, prefix: string): Promise<void> {
  if ((await contentAt(address, prefix)) !== undefined) return;
  throw new CommandError(
    `${withoutPassword(address)} holds no site, or a new one without users; name the database of the site`,
  );
}

/** Whether there is anything at an address: a server, or a file. */
export const isThere = (address: string): boolean => !address.startsWith('sqlite:') || existsSync(fileOf(address));

/** A column, and its place in the primary key; 0 for none. */
interface Column {
  readonly tbl: string;
  readonly col: string;
  readonly pk: unknown;
}

function tablesOf(rows: readonly Column[], prefix: string): ReadonlyMap<string, SiteTable> {
  const tables = new Map<string, SiteTable & { columns: string[]; places: [number, string][] }>();
  for (const { tbl: name, col, pk } of rows) {
    const short = name.slice(prefix.length);
    if (!name.startsWith(prefix) || !isCopied(short)) continue;
    const table = tables.get(short) ?? { name, short, columns: [], key: [], places: [] };
    table.columns.push(col);
    if (Number(pk) > 0) table.places.push([Number(pk), col]);
    tables.set(short, table);
  }
  // Systems differ in what comes first, and a name is in one place.
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    sorted.map(([short, { name, columns, places }]) => {
      const key = places.sort(([a], [b]) => a - b).map(([, column]) => column);
      return [short, { name, short, columns, key }];
    }),
  );
}
