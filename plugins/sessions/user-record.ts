import type { Database } from '../database/index.ts';
import type { MetaStore, MetaValues } from '../meta/index.ts';

/**
 * One value in a user's meta that is changed by reading, changing and writing it whole, such as the list of sessions.
 * Changes of one user's value happen one after another, so that none is lost and nothing removed comes back.
 */
export class UserRecord {
  readonly #database: Database;
  readonly #meta: MetaStore;
  readonly #key: string;

  constructor(database: Database, meta: MetaStore, key: string) {
    this.#database = database;
    this.#meta = meta;
    this.#key = key;
  }

  /** The stored value; undefined when there is none. */
  async read(userId: number): Promise<unknown> {
    return (await this.#meta.get('user', userId, this.#key))[0];
  }

  /** The value among a user's metadata that has been read. */
  of(meta: MetaValues): unknown {
    return meta.get(this.#key)?.[0];
  }

  /**
   * Stores what `change` makes of the value, and answers with that. Undefined removes the value; the value itself,
   * given back, writes nothing.
   */
  change<T>(userId: number, change: (value: unknown) => T): Promise<T> {
    return this.#database.transaction(async () => {
      // SQLite runs one transaction at a time; elsewhere the user's row is locked against other transactions.
      if (this.#database.dialect !== 'sqlite') {
        await this.#database.db.selectFrom('users').select('ID').where('ID', '=', userId).forUpdate().execute();
      }
      const before = await this.read(userId);
      const after = change(before);
      if (after === undefined) await this.#meta.delete('user', userId, this.#key);
      else if (after !== before) await this.#meta.set('user', userId, this.#key, after);
      return after;
    });
  }
}
