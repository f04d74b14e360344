import { type Connection, createConnection, type RowDataPacket } from 'mysql2';
import { CommandError } from '../../../core/index.ts';
import { COPIED_TABLES, type CopiedTable } from './source-tables.ts';

/** A row: values by column. */
export type Row = Record<string, string | number | null>;

/** The values of a row's key, by which a table is read in order. */
export type Position = readonly number[];

/** A table of the source that is there, with as many of the known columns as it has. */
export interface SourceTable extends CopiedTable {
  /** About how many rows it has. */
  readonly rows: number;
}

/** For how long, in seconds, the server waits for rows to be taken while those before them are stored. */
const PATIENCE = 86_400;

/** What tells a database from those of other servers, and from others of its server. */
export const IDENTITY = "select concat_ws(' ', @@hostname, @@port, @@datadir, database()) as identity";

/** The database of a WordPress, of which everything is seen as it was when it was opened. */
export class WordPressSource {
  /** Names the database and the prefix; holds no password. */
  readonly name: string;
  readonly prefix: string;
  readonly tables: readonly SourceTable[];
  /** The tables with this prefix that are not copied. */
  readonly others: readonly string[];
  readonly #connection: Connection;

  private constructor(connection: Connection, name: string, prefix: string, found: ReadonlyMap<string, FoundTable>) {
    this.#connection = connection;
    this.name = name;
    this.prefix = prefix;
    this.tables = COPIED_TABLES.flatMap((table) => {
      const there = found.get(`${prefix}${table.name}`);
      if (there === undefined) return [];
      return [{ ...table, columns: table.columns.filter((column) => there.columns.has(column)), rows: there.rows }];
    });
    const known = new Set(COPIED_TABLES.map((table) => `${prefix}${table.name}`));
    this.others = [...found.keys()].filter(
      (table) => table.startsWith(prefix) && !known.has(table) && !table.startsWith(`${prefix}tappet_`),
    );
  }

  /**
   * Connects to a database.
   *
   * @param address `mysql://user:password@host/name`
   * @throws CommandError when it cannot be reached, or has no site with this prefix
   */
  static async open(address: string, prefix: string): Promise<WordPressSource> {
    const url = new URL(address);
    const name = `${url.protocol}//${url.host}${url.pathname} ${prefix}`;
    const uri = address.replace(/^mariadb:/, 'mysql:');
    const connection = createConnection({ uri, charset: 'utf8mb4', dateStrings: true, supportBigNumbers: true });
    try {
      await begin(connection.promise());
      return new WordPressSource(connection, name, prefix, await tablesOf(connection, prefix));
    } catch (error) {
      connection.destroy();
      if (typeof (error as { code?: unknown }).code !== 'string') throw error;
      throw new CommandError(`${name}: ${(error as Error).message || (error as { code: string }).code}`);
    }
  }

  /** The rows of a table behind a position, in the order of its key. */
  async *rows({ name, key, columns, numbers }: SourceTable, position: Position): AsyncGenerator<Row> {
    const quoted = (names: readonly string[]) => names.map((column) => `\`${column}\``).join(', ');
    const behind = position.length === 0 ? '' : `where (${quoted(key)}) > (${key.map(() => '?').join(', ')})`;
    const sql = `select ${quoted(columns)} from \`${this.prefix}${name}\` ${behind} order by ${quoted(key)}`;
    for await (const row of this.#stream(sql, position)) {
      for (const column of numbers) {
        if (typeof row[column] !== 'string') continue;
        const at = key.map((one) => row[one]).join(', ');
        throw new CommandError(
          `${this.prefix}${name} ${at}: ${column} is larger than the numbers that can be held here`,
        );
      }
      yield row;
    }
  }

  async *#stream(sql: string, values: Position): AsyncGenerator<Row> {
    try {
      yield* this.#connection.query(sql, [...values]).stream() as AsyncIterable<Row>;
    } catch (error) {
      if (typeof (error as { code?: unknown }).code !== 'string') throw error;
      throw new CommandError(`${this.name}: ${(error as Error).message}; run the command again, and it goes on`);
    }
  }

  async hasRows({ name }: SourceTable): Promise<boolean> {
    const sql = `select 1 from \`${this.prefix}${name}\` limit 1`;
    const [rows] = await this.#connection.promise().query<RowDataPacket[]>(sql);
    return rows.length > 0;
  }

  /** The value of an option; undefined where there is none. */
  async option(name: string): Promise<string | undefined> {
    const sql = `select option_value from \`${this.prefix}options\` where option_name = ?`;
    const [rows] = await this.#connection.promise().query<RowDataPacket[]>(sql, [name]);
    return rows[0]?.option_value;
  }

  /** What tells this database from all others. */
  async identity(): Promise<string> {
    const [[row]] = await this.#connection.promise().query<RowDataPacket[]>(IDENTITY);
    return String(row?.identity);
  }

  close(): void {
    this.#connection.destroy();
  }
}

/** Has a connection see everything as it is now, whatever is written meanwhile. */
async function begin(connection: ReturnType<Connection['promise']>): Promise<void> {
  await connection.query('set session transaction isolation level repeatable read');
  await connection.query(`set session net_write_timeout = ${PATIENCE}`);
  await connection.query('start transaction with consistent snapshot, read only');
}

/** A table that the source has. */
interface FoundTable {
  readonly columns: Set<string>;
  readonly rows: number;
}

/** The tables whose names begin with a prefix, by name. */
async function tablesOf(connection: Connection, prefix: string): Promise<ReadonlyMap<string, FoundTable>> {
  const [columns] = await connection.promise().query<RowDataPacket[]>(
    `select t.table_name as name, t.table_rows as many, c.column_name as \`column\`
    from information_schema.tables t join information_schema.columns c
      on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = database() and t.table_type = 'BASE TABLE' order by 1`,
  );
  const found = new Map<string, FoundTable>();
  for (const { name, many, column } of columns) {
    const table = found.get(name) ?? { columns: new Set<string>(), rows: Number(many ?? 0) };
    table.columns.add(column);
    found.set(name, table);
  }
  if (!found.has(`${prefix}posts`) || !found.has(`${prefix}options`)) {
    const others = [...found.keys()].filter(
      (name) => name.endsWith('posts') && found.has(`${name.slice(0, -'posts'.length)}options`),
    );
    const prefixes = others.map((name) => name.slice(0, -'posts'.length)).join(', ');
    const hint = prefixes === '' ? 'it holds no WordPress' : `name the prefix: --table_prefix=${prefixes}`;
    throw new CommandError(`the database has no table ${prefix}posts; ${hint}`);
  }
  return new Map([...found].filter(([name]) => name.startsWith(prefix)));
}
