import { randomUUID } from 'node:crypto';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Dependency } from '../../core/cache/index.ts';
import { type Database, maybeSerialize, maybeUnserialize, type Tables } from '../database/index.ts';
import type { OptionStoring, Options } from './options.ts';

/** The callbacks that the store calls after a change. */
export interface OptionEvents {
  added(name: string, value: unknown): Promise<void>;
  updated(name: string, oldValue: unknown, value: unknown): Promise<void>;
  deleted(name: string): Promise<void>;
}

interface Entry {
  readonly stored: string;
  readonly value: unknown;
}

const toEntry = (stored: string): Entry => ({ stored, value: deepFreeze(maybeUnserialize(stored)) });

/** What says of an option that WordPress loads it with each request. */
const AUTOLOADED = ['yes', 'on', 'auto', 'auto-on'];

/** What WordPress keeps for a time in its options, and changes often; nothing here reads it. */
const TRANSIENTS = ['_transient_', '_site_transient_'];

/** Which options are in memory. */
export interface LoadedOptions {
  /** All but what is kept for a time, or in place of those that are not loaded with each request only some. */
  readonly all: boolean;
  /** The names of those that are read even where WordPress does not load them. */
  readonly always: readonly string[];
}

/** The options in memory. Writes are stored at once; `refresh` reads the writes of other processes. */
export class OptionStore implements Options {
  readonly #database: Database;
  readonly #events: OptionEvents;
  readonly #dependency: Dependency;
  #entries = new Map<string, Entry>();
  /** The version of the table that was read last; undefined where it has to be read again. */
  #loaded: number | undefined;
  /** Grows with each change of the entries. */
  #version = 0;
  /** Writes of transactions that are still open; other connections do not see them in the table yet. */
  #uncommitted = 0;
  readonly #listeners = new Set<() => void>();
  readonly #loadsAll: boolean;
  /** The names of options that are read by them. */
  readonly #named: Set<string>;

  constructor(database: Database, events: OptionEvents, { all, always }: LoadedOptions = { all: true, always: [] }) {
    this.#loadsAll = all;
    this.#named = new Set(always);
    this.#database = database;
    this.#events = events;
    this.#dependency = database.tracker.dependency('options');
  }

  async load(names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => !this.#isInMemory(name));
    if (unknown.length === 0) return;
    const rows = await this.#database.db
      .selectFrom('options')
      .select(['option_name', 'option_value'])
      .where('option_name', 'in', unknown)
      .execute();
    for (const name of unknown) this.#named.add(name);
    for (const { option_name, option_value } of rows) this.#entries.set(option_name, toEntry(option_value));
    if (rows.length > 0) this.#version++;
  }

  /** Reads the table, again if it was written meanwhile; later if a transaction of ours is still open. */
  async open(): Promise<void> {
    for (;;) {
      const { version } = this.#dependency;
      const rows = await this.#database.db
        .selectFrom('options')
        .select(['option_name', 'option_value'])
        .where(this.#isLoaded())
        .execute();
      if (this.#uncommitted > 0) {
        this.#loaded = undefined;
        return;
      }
      if (version === this.#dependency.version) {
        this.#replaceBy(rows);
        this.#loaded = this.#dependency.version;
        return;
      }
    }
  }

  /** Reads the table if it has changed since it was read, or if that is not known. */
  async refresh(): Promise<void> {
    const { tracker } = this.#database;
    if (!tracker.isCurrent || this.#dependency.version !== this.#loaded) await this.open();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get version(): number {
    this.#dependency.read();
    return this.#version;
  }

  get(name: string, fallback: string): string;
  get<T = unknown>(name: string, fallback?: T): T;
  get(name: string, fallback?: unknown): unknown {
    this.#dependency.read();
    const entry = this.#entries.get(name);
    return entry === undefined ? fallback : entry.value;
  }

  has(name: string): boolean {
    this.#dependency.read();
    return this.#entries.has(name);
  }

  names(): string[] {
    this.#dependency.read();
    return [...this.#entries.keys()].sort();
  }

  set(name: string, value: unknown, storing: OptionStoring = {}): Promise<void> {
    return this.#change(name, () => ({ value }), storing);
  }

  setAll(values: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#database.transaction(async () => {
      await this.lock(Object.keys(values));
      for (const [name, value] of Object.entries(values)) await this.set(name, value);
    });
  }

  change(name: string, change: (value: unknown) => unknown): Promise<void> {
    return this.#change(name, (old) => {
      const value = change(old);
      return value === old ? undefined : { value };
    });
  }

  async lock(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const rows = await this.#forUpdate(
      this.#database.db
        .selectFrom('options')
        .select(['option_name', 'option_value'])
        .where('option_name', 'in', names)
        // In one order, so that no two transactions wait for each other.
        .orderBy('option_name'),
    );
    const stored = new Map(rows.map(({ option_name, option_value }) => [option_name, toEntry(option_value)]));
    for (const name of names) this.#remember(name, stored.get(name));
  }

  async delete(name: string): Promise<boolean> {
    const deletion = this.#database.db.deleteFrom('options').where('option_name', '=', name);
    const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
    this.#remember(name, undefined);
    if (numDeletedRows === 0n) return false;
    await this.#events.deleted(name);
    return true;
  }

  /**
   * Stores what `change` makes of the value that the table has, under a lock of its row, then says what has changed. Where it
   * makes nothing, or what is there, nothing is written.
   */
  async #change(
    name: string,
    change: (old: unknown) => { readonly value: unknown } | undefined,
    { autoload = true }: OptionStoring = {},
  ): Promise<void> {
    const changed = await this.#database.transaction(async () => {
      const old = await this.#locked(name, autoload);
      const made = change(old?.value);
      const entry = made === undefined ? old : toEntry(maybeSerialize(made.value));
      this.#remember(name, entry);
      if (entry === undefined) await this.#remove(name);
      else if (entry.stored !== old?.stored) await this.#write(name, entry.stored);
      return entry === undefined || entry.stored === old?.stored ? undefined : { old, value: entry.value };
    });
    if (changed === undefined) return;
    const { old, value } = changed;
    if (old === undefined) await this.#events.added(name, value);
    else await this.#events.updated(name, old.value, value);
  }

  /** What the table has of an option, whose row nobody else changes until the transaction ends; it is made where there is none. */
  async #locked(name: string, autoload: boolean): Promise<Entry | undefined> {
    const found = this.#database.db.selectFrom('options').select('option_value').where('option_name', '=', name);
    const [row] = await this.#forUpdate(found);
    if (row !== undefined) return toEntry(row.option_value);
    const placeholder = randomUUID();
    const made = { option_name: name, option_value: placeholder, ...(autoload ? {} : { autoload: 'no' }) };
    await this.#database.insertAll('options', [made], 'ignore');
    // Another transaction may have made it meanwhile.
    const [{ option_value }] = (await this.#forUpdate(found)) as [{ option_value: string }];
    return option_value === placeholder ? undefined : toEntry(option_value);
  }

  /** Reads rows that nobody else changes until the transaction ends. SQLite runs one transaction at a time. */
  #forUpdate<R>(rows: SelectQueryBuilder<Tables, 'options', R>): Promise<R[]> {
    return (this.#database.dialect === 'sqlite' ? rows : rows.forUpdate()).execute();
  }

  /** Whether an option would be in memory if it was there. */
  #isInMemory(name: string): boolean {
    if (this.#named.has(name) || this.#entries.has(name)) return true;
    return this.#loadsAll && !TRANSIENTS.some((start) => name.startsWith(start));
  }

  /** The condition of being in memory. */
  #isLoaded(): Expression<SqlBool> {
    const name = sql.ref('option_name');
    const lasting = TRANSIENTS.map((start) => sql`substr(${name}, 1, ${sql.lit(start.length)}) <> ${sql.lit(start)}`);
    const among = this.#loadsAll ? sql`1 = 1` : sql`autoload in (${sql.join(AUTOLOADED)})`;
    const named = this.#named.size === 0 ? sql`1 = 0` : sql`${name} in (${sql.join([...this.#named])})`;
    return sql<SqlBool>`(${sql.join([...lasting, among], sql` and `)}) or ${named}`;
  }

  async #write(name: string, option_value: string): Promise<void> {
    await this.#database.db.updateTable('options').set({ option_value }).where('option_name', '=', name).execute();
  }

  async #remove(name: string): Promise<void> {
    await this.#database.db.deleteFrom('options').where('option_name', '=', name).execute();
  }

  /** Replaces the entries by the rows of the table, and reports a change where they differ. */
  #replaceBy(rows: readonly { readonly option_name: string; readonly option_value: string }[]): void {
    const isSame = rows.every(
      ({ option_name, option_value }) => this.#entries.get(option_name)?.stored === option_value,
    );
    if (isSame && rows.length === this.#entries.size) return;
    this.#entries = new Map(
      rows.map(({ option_name, option_value }) => {
        const known = this.#entries.get(option_name);
        return [option_name, known?.stored === option_value ? known : toEntry(option_value)];
      }),
    );
    this.#version++;
    this.#database.tracker.changed(['options']);
    for (const listener of this.#listeners) listener();
  }

  /** Has in memory what a transaction of ours sees of an option, until that is undone. */
  #remember(name: string, entry: Entry | undefined): void {
    this.#named.add(name);
    const known = this.#entries.get(name);
    if (known?.stored !== entry?.stored) {
      this.#version++;
      if (entry === undefined) this.#entries.delete(name);
      else this.#entries.set(name, entry);
      this.#database.tracker.changed(['options']);
    }
    this.#uncommitted++;
    this.#database.afterCommit(() => this.#settle());
    this.#database.afterRollback(() => this.#settle(true));
  }

  /** Ends a write of ours. What others have written meanwhile is read now, and so is what an undone one has left. */
  async #settle(isUndone = false): Promise<void> {
    this.#uncommitted--;
    if (isUndone) this.#loaded = undefined;
    if (this.#uncommitted === 0 && this.#loaded === undefined) await this.open();
  }
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
