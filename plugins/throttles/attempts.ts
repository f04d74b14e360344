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

  /** Counts a failure in buckets, which end at a time if they are new. Removes what has ended. */
  async fail(buckets: readonly string[], now: number, ends: number): Promise<void> {
    await this.#database.transaction(async () => {
      await this.#database.db.deleteFrom('tappet_attempts').where('ends', '<=', now).execute();
      await this.#store(buckets, 1, ends);
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
