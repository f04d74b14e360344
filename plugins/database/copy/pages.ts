import { type Kysely, sql } from 'kysely';

/** Tables that are known by their names alone. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** A row of such a table. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** How rows are read: what they are in, what of them, and the columns that tell them apart. */
export interface ReadTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** How many rows are read at once, and about how many characters those have before fewer are. */
const ROWS = 500;
const CHARACTERS = 3_000_000;

function charactersOf(rows: readonly AnyRow[]): number {
  let characters = 0;
  for (const row of rows)
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 8;
  return characters;
}

/** How many rows a table has. */
export async function rowCount(db: Kysely<AnyTables>, name: string): Promise<number> {
  const counting = db.selectFrom(name).select(({ fn }) => fn.countAll().as('many'));
  return Number((await counting.executeTakeFirstOrThrow()).many);
}

/** Reads the rows of a table in the order of its key, a part at a time. */
export async function* pagesOf(
  db: Kysely<AnyTables>,
  { name, columns, key }: ReadTable,
): AsyncGenerator<readonly AnyRow[]> {
  const [first] = key as [string];
  let last: AnyRow | undefined;
  for (let many = ROWS; ; ) {
    let page = db
      .selectFrom(name)
      .select([...columns])
      .limit(sql.lit(many));
    for (const column of key) page = page.orderBy(column);
    if (last !== undefined) {
      const at = key.map((column) => last![column]);
      const behind = sql<boolean>`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(at)})`;
      // A server may use its index for the first column alone.
      page = page.where(first, '>=', at[0]).where(behind);
    }
    const rows = await page.execute();
    if (rows.length > 0) yield rows;
    if (rows.length < many) return;
    last = rows.at(-1)!;
    many = charactersOf(rows) > CHARACTERS ? Math.ceil(many / 4) : Math.min(many * 2, ROWS);
  }
}
