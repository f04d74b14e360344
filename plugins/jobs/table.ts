import type { Generated } from 'kysely';
import type { Migration } from '../database/index.ts';

/** Work that is to be done at a time. Times are milliseconds since 1970. */
interface JobsTable {
  readonly id: Generated<number>;
  /** What is to be done; a plugin does the jobs of a name. */
  readonly name: string;
  /** Tells jobs of one name from each other. */
  readonly job_key: string;
  /** What the work is told, as JSON. */
  readonly args: string;
  /** When it is to be done; while it is being done, when it is taken for abandoned. */
  readonly due: number;
  /** Which process does it, in which attempt; empty while none does. */
  readonly holder: string;
  /** How often it was begun. */
  readonly attempts: number;
  /** What it failed with last; empty for nothing. */
  readonly error: string;
  /** When it is done again after it was done; empty for never. */
  readonly recurrence: Generated<string>;
}

declare module '../database/tables.ts' {
  interface Tables {
    tappet_jobs: JobsTable;
  }
}

/** Creates the table of jobs. */
export const migrations: readonly Migration[] = [
  {
    name: '0001-jobs',
    up: async (db, { dialect, prefix }) => {
      const isPostgres = dialect === 'postgres';
      await db.schema
        .createTable('tappet_jobs')
        .addColumn('id', dialect === 'sqlite' ? 'integer' : isPostgres ? 'bigserial' : 'bigint', (column) =>
          isPostgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
        )
        .addColumn('name', 'varchar(100)', (column) => column.notNull())
        .addColumn('job_key', 'varchar(100)', (column) => column.notNull())
        .addColumn('args', 'text', (column) => column.notNull())
        .addColumn('due', 'bigint', (column) => column.notNull())
        .addColumn('holder', 'varchar(40)', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('error', 'text', (column) => column.notNull())
        .execute();
      const index = (name: string) => db.schema.createIndex(`${prefix}tappet_jobs_${name}`).on('tappet_jobs');
      await index('name').unique().columns(['name', 'job_key']).execute();
      await index('due').columns(['due', 'id']).execute();
    },
  },
  {
    name: '0002-recurrence',
    up: async (db) => {
      await db.schema
        .alterTable('tappet_jobs')
        .addColumn('recurrence', 'varchar(100)', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
];
