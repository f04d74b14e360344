import { createHash } from 'node:crypto';
import type { Database, Migration } from '../database/index.ts';

/**
 * A kind of records that are known by their number in the source. Terms of two taxonomies may share a number, and so may
 * items of two menus: each item belongs to the menu of ours that it names.
 */
export type ImportKind = 'post' | 'comment' | `term ${string}` | `menu ${number}`;

/** The longest name of a taxonomy that the column of kinds holds. */
const LONGEST_TAXONOMY = 15;

/** The kind of the terms of a taxonomy. */
export const kindOfTerm = (taxonomy: string): ImportKind =>
  `term ${taxonomy.length <= LONGEST_TAXONOMY ? taxonomy : digestOf(taxonomy)}`;

const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, LONGEST_TAXONOMY);

/** The key under which an imported attachment stores the address of its file on the old site. */
export const ATTACHMENT_SOURCE = '_tappet_import_source';

interface ImportTable {
  readonly source: string;
  readonly kind: string;
  readonly original: number;
  readonly id: number;
}

/**
 * What a record waits for: the one that it lies below or answers, its featured image, or, of an item of a menu, the item
 * above it and what it leads to.
 */
export type WaitingFor = 'parent' | 'thumbnail' | 'menu-parent' | 'menu-object';

/** A kind of records that wait for others. */
export type WaitingKind = 'post' | 'comment' | 'term';

/** A record of ours that waits for another one of its source. */
export interface Waiting {
  readonly id: number;
  /** The number of the other one in the source; of a term, its taxonomy and slug; of an item of a menu, its kind and number. */
  readonly original: string;
}

interface WaitingTable extends Waiting {
  readonly source: string;
  readonly kind: string;
  readonly role: string;
}

type ImportTables = { tappet_imports: ImportTable; tappet_import_waiting: WaitingTable };

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
];

/** What was imported is remembered and counted while it is stored. */
const ONCE = { isRepeatable: false };

/** How many records are looked up in one statement, and how many that wait are completed in one transaction. */
const PART = 500;

/**
 * Maps a source's records to ours in the database: importing a file again finds the records that are there, and no map
 * in memory grows with the file. What a batch of records needs is read, and what it adds is written, all at once.
 */
export class ImportMapping {
  readonly #database: Database;
  readonly #source: string;
  /** Our ids by kind and number, 0 for none: those that the open batch has read or added. */
  readonly #ids = new Map<string, number>();
  /** The rows that the open batch adds, by what may be there once. */
  readonly #added = new Map<string, ImportTable>();
  readonly #waiting = new Map<string, WaitingTable>();

  constructor(database: Database, source: string) {
    this.#database = database;
    this.#source = source.slice(0, 255);
  }

  /** Runs work that stores a batch of records, in one transaction; what it adds to the mapping is stored with it. */
  async batch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#database.transaction(async () => {
        const result = await work();
        const { insertAll } = this.#database;
        await insertAll('tappet_imports', [...this.#added.values()], ['source', 'kind', 'original']);
        await insertAll('tappet_import_waiting', [...this.#waiting.values()], ['source', 'kind', 'role', 'id']);
        return result;
      }, ONCE);
    } finally {
      this.#ids.clear();
      this.#added.clear();
      this.#waiting.clear();
    }
  }

  /** Reads our ids of the source's records that a batch is about to need. */
  async prefetch(kind: ImportKind, originals: Iterable<number>): Promise<void> {
    const missing = [...new Set(originals)].filter(
      (original) => original !== 0 && Number.isSafeInteger(original) && !this.#ids.has(keyOf(kind, original)),
    );
    for (let at = 0; at < missing.length; at += PART) {
      const part = missing.slice(at, at + PART);
      for (const original of part) this.#ids.set(keyOf(kind, original), 0);
      const rows = await this.#select(kind).select(['original', 'id']).where('original', 'in', part).execute();
      for (const { original, id } of rows) this.#ids.set(keyOf(kind, Number(original)), Number(id));
    }
  }

  /** Our id of a source's record, or 0. */
  async find(kind: ImportKind, original: number): Promise<number> {
    const known = this.#ids.get(keyOf(kind, original));
    if (known !== undefined) return known;
    if (!Number.isSafeInteger(original)) return 0;
    const row = await this.#select(kind).select('id').where('original', '=', original).executeTakeFirst();
    return Number(row?.id ?? 0);
  }

  /** Adds our id of a source's record, in a batch. */
  remember(kind: ImportKind, original: number, id: number): void {
    const key = keyOf(kind, original);
    this.#ids.set(key, id);
    this.#added.set(key, { source: this.#source, kind, original, id });
  }

  /** Notes, in a batch, that a record of ours waits for another one of the source. */
  wait(kind: WaitingKind, role: WaitingFor, { id, original }: Waiting): void {
    const row = { source: this.#source, kind, role, id, original: original.slice(0, 255) };
    this.#waiting.set(`${kind} ${role} ${id}`, row);
  }

  /** Takes the records that wait, a part at a time: `work` completes them, in a transaction. */
  async complete(
    kind: WaitingKind,
    role: WaitingFor,
    work: (records: readonly Waiting[]) => Promise<void>,
  ): Promise<void> {
    for (let isMore = true; isMore; ) {
      await this.batch(async () => {
        const records = await this.#takeWaiting(kind, role);
        if (records.length > 0) await work(records);
        isMore = records.length === PART;
      });
    }
  }

  async #takeWaiting(kind: string, role: string): Promise<Waiting[]> {
    const rows = await this.#tables
      .selectFrom('tappet_import_waiting')
      .select(['id', 'original'])
      .where('source', '=', this.#source)
      .where('kind', '=', kind)
      .where('role', '=', role)
      .orderBy('id')
      .limit(PART)
      .execute();
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    await this.#tables
      .deleteFrom('tappet_import_waiting')
      .where('source', '=', this.#source)
      .where('kind', '=', kind)
      .where('role', '=', role)
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, original }) => ({ id: Number(id), original }));
  }

  #select(kind: ImportKind) {
    return this.#tables.selectFrom('tappet_imports').where('source', '=', this.#source).where('kind', '=', kind);
  }

  get #tables() {
    return this.#database.db.withTables<ImportTables>();
  }
}

const keyOf = (kind: ImportKind, original: number): string => `${kind} ${original}`;
