import { createHash } from 'node:crypto';
import { type Database, inParts } from '../database/index.ts';
import type { AddressTable, FileTable, ImportTable, ImportTables, WaitingTable } from './tables.ts';

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

/**
 * What a record waits for: the one that it lies below or answers, the item that it is a revision of, its featured image,
 * of an item of a menu, the item above it and what it leads to, or all that is named in its contents.
 */
export type WaitingFor = 'parent' | 'revised' | 'thumbnail' | 'menu-parent' | 'menu-object' | 'contents';

/** A kind of records that wait for others. */
export type WaitingKind = 'post' | 'comment' | 'term';

/** A record of ours that waits for another one of its source. */
export interface Waiting {
  readonly id: number;
  /**
   * The number of the other one in the source; of a term, its taxonomy and slug; of an item of a menu, its kind and number;
   * of contents, how much of them is still to be rewritten.
   */
  readonly original: string;
}

/** What an address leads to: the file of an attachment, or the page of an item. */
export type AddressKind = 'file' | 'item';

/** What an address leads to here. */
export interface LedTo {
  readonly kind: AddressKind;
  readonly id: number;
  /** Whether the file is stored here. */
  readonly isStored: boolean;
}

/** What was imported is remembered and counted while it is stored. */
const ONCE = { isRepeatable: false };

/** How many records that wait are completed in one transaction. */
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
  readonly #addresses = new Map<string, AddressTable>();
  readonly #files = new Map<number, FileTable>();

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
        await insertAll('tappet_import_addresses', [...this.#addresses.values()], ['source', 'digest']);
        const [stored, others] = partition([...this.#files.values()], ({ state }) => state === 'stored');
        await insertAll('tappet_import_files', stored, ['source', 'id']);
        await insertAll('tappet_import_files', others, 'ignore');
        return result;
      }, ONCE);
    } finally {
      this.#ids.clear();
      this.#added.clear();
      this.#waiting.clear();
      this.#addresses.clear();
      this.#files.clear();
    }
  }

  /** Reads our ids of the source's records that a batch is about to need. */
  async prefetch(kind: ImportKind, originals: Iterable<number>): Promise<void> {
    const missing = [...new Set(originals)].filter(
      (original) => original !== 0 && Number.isSafeInteger(original) && !this.#ids.has(keyOf(kind, original)),
    );
    for (const original of missing) this.#ids.set(keyOf(kind, original), 0);
    const rows = await inParts(missing, (part) =>
      this.#select(kind).select(['original', 'id']).where('original', 'in', part).execute(),
    );
    for (const { original, id } of rows) this.#ids.set(keyOf(kind, Number(original)), Number(id));
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

  /** Notes, in a batch, what an address in the source, by its digest, leads to here. */
  noteAddress(digest: string, kind: AddressKind, id: number): void {
    this.#addresses.set(digest, { source: this.#source, digest, kind, id });
  }

  /** Notes, in a batch, where the file of an attachment is, unless that is noted; or that it is stored here. */
  noteFile(id: number, address: string, isStored: boolean): void {
    this.#files.set(id, { source: this.#source, id, address, state: isStored ? 'stored' : 'waiting', note: '' });
  }

  /** What addresses lead to, by their digests; of a file, whether it is stored here. */
  async leadTo(digests: Iterable<string>): Promise<Map<string, LedTo>> {
    const wanted = [...new Set(digests)];
    const found = new Map<string, LedTo>();
    const rows = await inParts(wanted, (part) =>
      this.#tables
        .selectFrom('tappet_import_addresses as address')
        .leftJoin('tappet_import_files as file', (join) =>
          join.onRef('file.source', '=', 'address.source').onRef('file.id', '=', 'address.id'),
        )
        .select(['address.digest', 'address.kind', 'address.id', 'file.state'])
        .where('address.source', '=', this.#source)
        .where('address.digest', 'in', part)
        .execute(),
    );
    for (const { digest, kind, id, state } of rows) {
      found.set(digest, { kind: kind as AddressKind, id: Number(id), isStored: state === 'stored' });
    }
    return found;
  }

  /**
   * Shows the records that wait to `work`, a `few` at a time, in a transaction each. Those whose ids it answers with go on
   * waiting, for the `rest`.
   */
  async visit(
    kind: WaitingKind,
    { role, few, rest }: { readonly role: WaitingFor; readonly few: number; readonly rest: string },
    work: (records: readonly Waiting[]) => Promise<ReadonlySet<number>>,
    pause: () => Promise<void>,
  ): Promise<void> {
    for (let last = 0, isMore = true; isMore; ) {
      await this.batch(async () => {
        const rows = await this.#waitingFor(kind, role)
          .where('id', '>', last)
          .select(['id', 'original'])
          .orderBy('id')
          .limit(few)
          .execute();
        isMore = rows.length === few;
        if (rows.length === 0) return;
        const records = rows.map(({ id, original }) => ({ id: Number(id), original }));
        last = records.at(-1)!.id;
        const remaining = await work(records);
        const done = records.map(({ id }) => id).filter((id) => !remaining.has(id));
        await this.#forget(kind, role, done);
        for (const { id, original } of records) {
          if (remaining.has(id) && original !== rest) this.wait(kind, role, { id, original: rest });
        }
      });
      await pause();
    }
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
    const rows = await this.#waitingFor(kind, role).select(['id', 'original']).orderBy('id').limit(PART).execute();
    await this.#forget(
      kind,
      role,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, original }) => ({ id: Number(id), original }));
  }

  async #forget(kind: string, role: string, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#tables
      .deleteFrom('tappet_import_waiting')
      .where('source', '=', this.#source)
      .where('kind', '=', kind)
      .where('role', '=', role)
      .where('id', 'in', ids)
      .execute();
  }

  #waitingFor(kind: string, role: string) {
    return this.#tables
      .selectFrom('tappet_import_waiting')
      .where('source', '=', this.#source)
      .where('kind', '=', kind)
      .where('role', '=', role);
  }

  #select(kind: ImportKind) {
    return this.#tables.selectFrom('tappet_imports').where('source', '=', this.#source).where('kind', '=', kind);
  }

  get #tables() {
    return this.#database.db.withTables<ImportTables>();
  }
}

const keyOf = (kind: ImportKind, original: number): string => `${kind} ${original}`;

const partition = <T>(all: readonly T[], isFirst: (one: T) => boolean): [first: T[], others: T[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
];
