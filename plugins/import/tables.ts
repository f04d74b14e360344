import type { Migration } from '../database/index.ts';

/** A record of a source, and its id here. */
export interface ImportTable {
  readonly source: string;
  readonly kind: string;
  readonly original: number;
  readonly id: number;
}

/** A record of ours that waits for another one of its source. */
export interface WaitingTable {
  readonly source: string;
  readonly kind: string;
  readonly role: string;
  readonly id: number;
  readonly original: string;
}

/** What an address in the source leads to here, as it is stored. */
export interface AddressTable {
  readonly source: string;
  readonly digest: string;
  readonly kind: string;
  readonly id: number;
}

/** The file of an attachment: where it is, and whether it was fetched. */
export interface FileTable {
  readonly source: string;
  readonly id: number;
  readonly address: string;
  readonly state: string;
  /** The paths that are being stored, or why it could not be fetched. */
  readonly note: string;
}

/** How far the copy of a table of another database has come. */
export interface CopyTable {
  readonly source: string;
  readonly name: string;
  /** The key of the row that was copied last, or a note. */
  readonly position: string;
  readonly copied: number;
  /** What the copied rows add up to. */
  readonly digest: string;
  readonly state: string;
}

/** The tables of imports. */
export type ImportTables = {
  tappet_import_copies: CopyTable;
  tappet_import_addresses: AddressTable;
  tappet_import_files: FileTable;
  tappet_imports: ImportTable;
  tappet_import_waiting: WaitingTable;
};

/** Creates the tables of imported records and their sources, and of those that wait for others. */
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
  {
    name: '0002-waiting',
    up: async (db) => {
      await db.schema
        .createTable('tappet_import_waiting')
        .addColumn('source', 'varchar(255)', (column) => column.notNull())
        .addColumn('kind', 'varchar(20)', (column) => column.notNull())
        .addColumn('role', 'varchar(20)', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('original', 'varchar(255)', (column) => column.notNull())
        .addPrimaryKeyConstraint('tappet_import_waiting_pk', ['source', 'kind', 'role', 'id'])
        .execute();
    },
  },
  {
    name: '0003-addresses-and-files',
    up: async (db) => {
      await db.schema
        .createTable('tappet_import_addresses')
        .addColumn('source', 'varchar(255)', (column) => column.notNull())
        .addColumn('digest', 'varchar(40)', (column) => column.notNull())
        .addColumn('kind', 'varchar(10)', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('tappet_import_addresses_pk', ['source', 'digest'])
        .execute();
      await db.schema
        .createTable('tappet_import_files')
        .addColumn('source', 'varchar(255)', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('state', 'varchar(10)', (column) => column.notNull())
        .addColumn('note', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('tappet_import_files_pk', ['source', 'id'])
        .execute();
    },
  },
  {
    name: '0004-copies',
    up: async (db) => {
      await db.schema
        .createTable('tappet_import_copies')
        .addColumn('source', 'varchar(255)', (column) => column.notNull())
        .addColumn('name', 'varchar(64)', (column) => column.notNull())
        .addColumn('position', 'text', (column) => column.notNull())
        .addColumn('copied', 'bigint', (column) => column.notNull())
        .addColumn('digest', 'varchar(20)', (column) => column.notNull())
        .addColumn('state', 'varchar(10)', (column) => column.notNull())
        .addPrimaryKeyConstraint('tappet_import_copies_pk', ['source', 'name'])
        .execute();
    },
  },
];
