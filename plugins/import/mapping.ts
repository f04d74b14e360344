import type { Database, Migration } from '../database/index.ts';

/** What an imported record is known by in its source. */
export type ImportKind = 'post' | 'comment';

/** The key under which an imported attachment keeps where its file is on the old site. */
export const ATTACHMENT_SOURCE = '_tappet_import_source';

interface ImportTable {
  readonly source: string;
  readonly kind: string;
  readonly original: number;
  readonly id: number;
}

/** Makes the table that remembers what was imported from where. */
export const migrations: readonly Migration[] = [
  {
    name: '0001-imports',
    up: async (db) => {
      await db.schema
        .createTable('tappet_imports')
        .addColumn('source', 'varchar(255)', (column) => column.notNull())
        .addColumn('kind', 'varchar(20)', (column) => column.notNull())
        .addColumn('original', 'bigint', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('tappet_imports_pk', ['source', 'kind', 'original'])
        .execute();
    },
  },
];

/**
 * Which of a source's records became which of ours, kept in the database: importing a file again finds what is
 * there, and no map grows with the file.
 */
export class ImportMapping {
  readonly #database: Database;
  readonly #source: string;

  constructor(database: Database, source: string) {
    this.#database = database;
    this.#source = source.slice(0, 255);
  }

  /** Our id of a source's record, or 0. */
  async find(kind: ImportKind, original: number): Promise<number> {
    const row = await this.#table
      .selectFrom('tappet_imports')
      .select('id')
      .where('source', '=', this.#source)
      .where('kind', '=', kind)
      .where('original', '=', original)
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  }

  /** Remembers what a source's record became. */
  async remember(kind: ImportKind, original: number, id: number): Promise<void> {
    await this.#table
      .insertInto('tappet_imports')
      .values({ source: this.#source, kind, original, id })
      .onConflict((conflict) => conflict.columns(['source', 'kind', 'original']).doUpdateSet({ id }))
      .execute();
  }

  get #table() {
    return this.#database.db.withTables<{ tappet_imports: ImportTable }>();
  }
}
