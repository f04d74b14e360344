import { type Database, maybeSerialize, maybeUnserialize, type Source } from '../database/index.ts';
import type { Options } from './options.ts';

/** What the store tells of its changes. */
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

/** The options table, all of it in memory. Writes go through; what others write is read by `refresh`. */
export class OptionStore implements Options {
  readonly #database: Database;
  readonly #events: OptionEvents;
  readonly #source: Source;
  #entries = new Map<string, Entry>();
  #mark: unknown;
  #writes = 0;
  #version = 0;
  /** Writes of transactions that are still open; others do not see them in the table yet. */
  #uncommitted = 0;

  constructor(database: Database, events: OptionEvents) {
    this.#database = database;
    this.#events = events;
    this.#source = database.sources.source('options');
  }

  /** Reads the whole table, again if this process wrote meanwhile; later if what it wrote is not committed yet. */
  async load(): Promise<void> {
    let writes: number;
    do {
      writes = this.#writes;
      this.#mark = await this.#database.changeMark('options');
      const rows = await this.#database.db.selectFrom('options').select(['option_name', 'option_value']).execute();
      const entry = ({ option_name, option_value }: (typeof rows)[number]): [string, Entry] => {
        const known = this.#entries.get(option_name);
        return [option_name, known?.stored === option_value ? known : toEntry(option_value)];
      };
      if (this.#uncommitted > 0) {
        this.#mark = undefined;
        return;
      }
      if (writes === this.#writes) {
        this.#entries = new Map(rows.map(entry));
        this.#version++;
        this.#database.sources.changed(['options']);
      }
    } while (writes !== this.#writes);
  }

  /** Reads the table if another process has changed it. */
  async refresh(): Promise<void> {
    if ((await this.#database.changeMark('options')) !== this.#mark) await this.load();
  }

  get version(): number {
    this.#source.read();
    return this.#version;
  }

  get(name: string, fallback: string): string;
  get<T = unknown>(name: string, fallback?: T): T;
  get(name: string, fallback?: unknown): unknown {
    this.#source.read();
    const entry = this.#entries.get(name);
    return entry === undefined ? fallback : entry.value;
  }

  has(name: string): boolean {
    this.#source.read();
    return this.#entries.has(name);
  }

  names(): string[] {
    this.#source.read();
    return [...this.#entries.keys()].sort();
  }

  async set(name: string, value: unknown): Promise<void> {
    const entry = toEntry(maybeSerialize(value));
    const old = this.#entries.get(name);
    if (old?.stored === entry.stored) return;
    const { stored: option_value } = entry;
    await this.#database.db
      .insertInto('options')
      .values({ option_name: name, option_value })
      .onConflict((conflict) => conflict.column('option_name').doUpdateSet({ option_value }))
      .execute();
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

  #remember(name: string, entry: Entry | undefined): void {
    this.#writes++;
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
