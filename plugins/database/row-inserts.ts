import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../core/base/index.ts';
import type { DialectName } from './dialect.ts';
import { named, type StatementRunner } from './prepared-statement.ts';
import type { Tables } from './tables.ts';

/** How many rows one statement inserts at most, and how many compiled statements are remembered. */
const ROWS = 100;
const STATEMENTS = 300;

/** How many rows those insert at most that have a name: the server keeps one for each number of rows. */
const NAMED_ROWS = 3;

/** A row that is to be inserted: values by column. */
export type NewRow = object;

/** A key, and the columns whose numbers are added to those of the row that has it. */
export interface Addition {
  readonly key: readonly string[];
  readonly add: readonly string[];
}

/**
 * What happens to a row whose key is there already: `ignore` leaves the row that is there as it is; the columns of the
 * key have the other columns of that row replaced; an addition leaves it but for its sums. Without it, the insertion fails.
 */
export type KeyConflict = 'ignore' | readonly string[] | Addition;

/** Inserts rows, many in a statement, by statements that are compiled once for a number of rows. */
export class RowInserts {
  readonly #db: Kysely<Tables>;
  readonly #runner: StatementRunner;
  readonly #dialect: DialectName;
  readonly #compiled = new LRUCache<string, CompiledQuery>({ max: STATEMENTS });

  constructor(db: Kysely<Tables>, runner: StatementRunner, dialect: DialectName) {
    this.#db = db;
    this.#runner = runner;
    this.#dialect = dialect;
  }

  /** Inserts a row and answers with its id, which a column has. */
  async insert(table: string, row: Readonly<Record<string, unknown>>, column: string): Promise<number> {
    const columns = Object.keys(row);
    // MySQL returns no columns of a new row; the connection tells its id.
    const returns = this.#dialect !== 'mysql';
    const compiled = getOrMake<string, CompiledQuery>(this.#compiled, `${table} ${columns}`, () => {
      const into = this.#into(table);
      if (!returns) return into.values(columns.length === 0 ? { [column]: sql`default` } : row).compile();
      return named((columns.length === 0 ? into.defaultValues() : into.values(row)).returning(column).compile());
    });
    const values = Object.values(row);
    if (!returns) {
      const id = await this.#runner.insertedId(compiled, values);
      return Number(row[column] ?? id);
    }
    const [inserted] = await this.#runner.run<Record<string, unknown>>(compiled, values);
    return Number(inserted![column]);
  }

  /** Inserts rows, all of which have the columns of the first; see `Database.insertAll`. */
  async insertAll(table: string, rows: readonly NewRow[], conflict?: KeyConflict): Promise<void> {
    if (rows.length === 0) return;
    const columns = Object.keys(rows[0]!);
    for (let at = 0; at < rows.length; at += ROWS) {
      const part = rows.slice(at, at + ROWS);
      const values = part.flatMap((row) => columns.map((column) => (row as Readonly<Record<string, unknown>>)[column]));
      const compiled = getOrMake<string, CompiledQuery>(
        this.#compiled,
        `${table} ${columns} ${part.length} ${JSON.stringify(conflict)}`,
        () => {
          const insertion = this.#insertion(table, columns, part, conflict).compile();
          return part.length <= NAMED_ROWS ? named(insertion) : insertion;
        },
      );
      await this.#runner.run(compiled, values);
    }
  }

  #into(table: string) {
    // The compiler cannot follow a table that is a parameter.
    return (this.#db as unknown as Kysely<Record<string, Record<string, unknown>>>).insertInto(table);
  }

  #insertion(table: string, columns: readonly string[], rows: readonly NewRow[], conflict: KeyConflict | undefined) {
    const insertion = this.#into(table).values([...rows] as Record<string, unknown>[]);
    if (conflict === undefined) return insertion;
    if (this.#dialect === 'mysql') return insertion.onDuplicateKeyUpdate(onDuplicate(columns, conflict));
    return insertion.onConflict((taken) => {
      if (conflict === 'ignore') return taken.doNothing();
      const { key, changed, isAdded } = resolved(columns, conflict);
      const excluded = (column: string) => sql.ref(`excluded.${column}`);
      const sum = (column: string) => sql`${sql.ref(`${table}.${column}`)} + ${excluded(column)}`;
      return taken
        .columns([...key])
        .doUpdateSet(Object.fromEntries(changed.map((column) => [column, (isAdded ? sum : excluded)(column)])));
    });
  }
}

/** What `on duplicate key update` sets. */
function onDuplicate(columns: readonly string[], conflict: KeyConflict): Record<string, RawBuilder<unknown>> {
  // A row that is left as it is has its first column set to what it is: other errors are not to be ignored.
  if (conflict === 'ignore') return { [columns[0]!]: sql.ref(columns[0]!) };
  const { changed, isAdded } = resolved(columns, conflict);
  const given = (column: string) => sql`values(${sql.ref(column)})`;
  const sum = (column: string) => sql`${sql.ref(column)} + ${given(column)}`;
  return Object.fromEntries(changed.map((column) => [column, (isAdded ? sum : given)(column)]));
}

/** The key of a conflict, the columns that it changes, and whether what is given is added to them. */
function resolved(columns: readonly string[], conflict: readonly string[] | Addition) {
  if ('add' in conflict) return { key: conflict.key, changed: conflict.add, isAdded: true };
  return { key: conflict, changed: columns.filter((column) => !conflict.includes(column)), isAdded: false };
}
