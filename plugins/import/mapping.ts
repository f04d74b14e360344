import type { Database, Migration } from '../database/index.ts';

/** The identity of an imported record in its source. */
export type ImportKind = 'post' | 'comment';

/** The key under which an imported attachment stores the address of its file on the old site. */
export const ATTACHMENT_SOURCE = '_tappet_import_source';

interface ImportTable {
  readonly source: string;
  readonly kind: string;
  readonly original: number;
  readonly id: number;
}

/** Creates the table of imported records and their sources. */
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
 * Maps a source's records to ours in the database: importing a file again finds the records that are there, and no map
 * in memory grows with the file.
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

  /** Stores our id of a source's record. */
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
