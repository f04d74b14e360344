import type { Dependency } from '../../core/cache/index.ts';
import { type Database, maybeSerialize, maybeUnserialize } from '../database/index.ts';
import type { Options } from './options.ts';

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

/** The whole options table in memory. Writes are stored at once; `refresh` reads the writes of other processes. */
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

  constructor(database: Database, events: OptionEvents) {
    this.#database = database;
    this.#events = events;
    this.#dependency = database.tracker.dependency('options');
  }

  /** Reads the whole table, again if it was written meanwhile; later if a transaction of ours is still open. */
  async load(): Promise<void> {
    for (;;) {
      const { version } = this.#dependency;
      const rows = await this.#database.db.selectFrom('options').select(['option_name', 'option_value']).execute();
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
    if (!tracker.isCurrent || this.#dependency.version !== this.#loaded) await this.load();
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

  async set(name: string, value: unknown): Promise<void> {
    const entry = toEntry(maybeSerialize(value));
    const old = this.#entries.get(name);
    if (old?.stored === entry.stored) return;
    const { stored: option_value } = entry;
    await this.#database.insertAll('options', [{ option_name: name, option_value }], ['option_name']);
    this.#remember(name, entry);
    if (old === undefined) await this.#events.added(name, entry.value);
    else await this.#events.updated(name, old.value, entry.value);
  }

  async delete(name: string): Promise<boolean> {
    if (!this.#entries.has(name)) return false;
    await this.#database.db.deleteFrom('options').where('option_name', '=', name).execute();
    this.#remember(name, undefined);
    await this.#events.deleted(name);
    return true;
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
  }

  #remember(name: string, entry: Entry | undefined): void {
    this.#version++;
    if (entry === undefined) this.#entries.delete(name);
    else this.#entries.set(name, entry);
    this.#uncommitted++;
    this.#database.afterCommit(() => void this.#uncommitted--);
    this.#database.afterRollback(() => {
      this.#uncommitted--;
      return this.load();
    });
  }
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
