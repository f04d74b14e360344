import { sql } from 'kysely';
import type { Database, Migration } from '../database/index.ts';

/** How many attempts of a kind have failed, or that an account is known at an address. Times are Unix times in seconds. */
interface AttemptsTable {
  /** A digest: names that people typed are not stored. */
  readonly bucket: string;
  readonly failures: number;
  /** When the row has no meaning any more. */
  readonly ends: number;
}

declare module '../database/tables.ts' {
  interface Tables {
    tappet_attempts: AttemptsTable;
  }
}

/** Creates the table of attempts. */
export const migrations: readonly Migration[] = [
  {
    name: '0001-attempts',
    up: async (db) => {
      await db.schema
        .createTable('tappet_attempts')
        .addColumn('bucket', 'varchar(44)', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('ends', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('tappet_attempts_pk', ['bucket'])
        .execute();
      await db.schema.createIndex('tappet_attempts_ends').on('tappet_attempts').column('ends').execute();
    },
  },
];

/** What is stored of a bucket that has not ended. */
export interface Counted {
  readonly failures: number;
  readonly ends: number;
}

/** The failed attempts of a site, which all processes of its database count together. */
export class Attempts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is stored of buckets, in one statement. */
  async read(buckets: readonly string[], now: number): Promise<ReadonlyMap<string, Counted>> {
    const rows = await this.#database.db
      .selectFrom('tappet_attempts')
      .selectAll()
      .where('bucket', 'in', buckets)
      .where('ends', '>', now)
      .execute();
    return new Map(rows.map(({ bucket, ...row }) => [bucket, { failures: row.failures, ends: Number(row.ends) }]));
  }

  /**
   * Counts a failure in buckets, which end at a time if they are new, unless `check` throws for what they hold then. Rows that are
   * counted in are locked until that is known: of attempts at several processes at once, none is overlooked.
   */
  async fail(
    buckets: readonly string[],
    now: number,
    ends: number,
    check: (stored: ReadonlyMap<string, Counted>) => void = () => undefined,
  ): Promise<void> {
    await this.#database.transaction(async () => {
      await this.#database.db.deleteFrom('tappet_attempts').where('ends', '<=', now).execute();
      await this.#store(buckets, 1, ends);
      check(await this.read(buckets, now));
    });
  }

  /** Takes back a failure that was counted in buckets. */
  async withdraw(buckets: readonly string[]): Promise<void> {
    const { db, dialect, transaction } = this.#database;
    await transaction(async () => {
      const rows = db.selectFrom('tappet_attempts').select('bucket').where('bucket', 'in', buckets).orderBy('bucket');
      // In the order in which they are counted; SQLite runs one transaction at a time.
      if (dialect !== 'sqlite') await rows.forUpdate().execute();
      await db
        .updateTable('tappet_attempts')
        .set({ failures: sql<number>`failures - 1` })
        .where('bucket', 'in', buckets)
        .where('failures', '>', 0)
        .execute();
    });
  }

  /** Stores that buckets hold until a time. */
  async renew(buckets: readonly string[], ends: number): Promise<void> {
    await this.#database.transaction(async () => {
      await this.#database.db.deleteFrom('tappet_attempts').where('bucket', 'in', buckets).execute();
      await this.#store(buckets, 0, ends);
    });
  }

  async forget(bucket: string): Promise<void> {
    await this.#database.db.deleteFrom('tappet_attempts').where('bucket', '=', bucket).execute();
  }

  async #store(buckets: readonly string[], failures: number, ends: number): Promise<void> {
    // In one order, so that processes that count at the same time do not wait for each other in a circle.
    const rows = [...buckets].sort().map((bucket) => ({ bucket, failures, ends }));
    await this.#database.insertAll('tappet_attempts', rows, { key: ['bucket'], add: ['failures'] });
  }
}
