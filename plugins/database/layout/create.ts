import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Backend } from '../backend.ts';
import type { ColumnKind, TableLayout } from './column.ts';
import { FOLDED_LOOKUPS, LAYOUT } from './tables.ts';
import { textOrder } from './text-order.ts';

// biome-ignore lint/suspicious/noExplicitAny: tables are made before they have types.
type AnyDb = Kysely<any>;

/** The kinds of columns that are compared without regard to case. */
const TEXT_KINDS: ReadonlySet<ColumnKind['kind']> = new Set<ColumnKind['kind']>(['name', 'title']);

/** Creates the tables of the layout where they are missing; what is there stays as it is. */
export async function createTables(db: AnyDb, backend: Backend): Promise<void> {
  for (const [table, layout] of Object.entries(LAYOUT)) await createTable(db, backend, table, layout);
}

/** Creates the table of options alone, for a database that has nothing else of the layout. */
export async function createOptionsTable(db: AnyDb, backend: Backend): Promise<void> {
  const { uniques, ...layout } = LAYOUT.options!;
  await createTable(db, backend, 'options', layout);
  await db.schema
    .createIndex('tappet_options_name')
    .unique()
    .on('options')
    .columns([...uniques!.option_name!])
    .execute();
}

/** Indexes of ours that earlier versions made and others have taken the place of, by table. */
const FORMER: Readonly<Record<string, readonly string[]>> = {
  comments: ['tappet_approved_id', 'tappet_approved_date'],
};

/** Creates the indexes of the layout where they are missing. */
export async function createIndexes(db: AnyDb, backend: Backend, prefix: string): Promise<void> {
  if (backend.tableParts !== undefined) return;
  for (const [table, names] of Object.entries(FORMER))
    for (const name of names) await db.schema.dropIndex(`${prefix}${table}_${name}`).ifExists().execute();
  for (const [table, layout] of Object.entries(LAYOUT)) {
    const index = (name: string) => db.schema.createIndex(`${prefix}${table}_${name}`).ifNotExists().on(table);
    for (const [name, columns] of Object.entries(layout.uniques ?? {}))
      await index(name)
        .unique()
        .columns([...columns])
        .execute();
    for (const [name, columns] of Object.entries(layout.indexes ?? {}))
      await index(name)
        .columns([...columns])
        .execute();
    if (!backend.foldsCase) continue;
    for (const column of FOLDED_LOOKUPS[table] ?? []) {
      await index(`tappet_lower_${column}`)
        .expression(sql`lower(${sql.ref(column)})`)
        .execute();
    }
  }
}

/** Creates the indexes for lists in the order of a text, anew where they are there. */
export async function createTextOrders(
  db: AnyDb,
  backend: Backend,
  prefix: string,
  fold: string | undefined,
): Promise<void> {
  if (backend.tableParts !== undefined) return;
  for (const [table, layout] of Object.entries(LAYOUT)) {
    for (const [order, columns] of Object.entries(layout.textOrders ?? {})) {
      const name = `${prefix}${table}_${order}`;
      await db.schema.dropIndex(name).ifExists().execute();
      const isText = (column: string) => TEXT_KINDS.has(layout.columns[column]!.kind);
      await columns
        .reduce(
          (index, column) =>
            isText(column) ? index.expression(textOrder(backend, column, fold)) : index.column(column),
          db.schema.createIndex(name).on(table),
        )
        .execute();
    }
  }
}

async function createTable(db: AnyDb, backend: Backend, table: string, layout: TableLayout): Promise<void> {
  const { columns, primaryKey } = layout;
  const parts: RawBuilder<unknown>[] = Object.entries(columns).map(
    ([column, kind]) => sql`${sql.ref(column)} ${sql.raw(backend.columnType(kind))}`,
  );
  if (primaryKey !== undefined) parts.push(sql`primary key (${sql.join(primaryKey.map((column) => sql.ref(column)))})`);
  const { indexes = () => [], end = '' } = backend.tableParts ?? {};
  parts.push(...indexes(layout).map((index) => sql.raw(index)));
  await sql`create table if not exists ${sql.table(table)} (${sql.join(parts)}) ${sql.raw(end)}`.execute(db);
}
