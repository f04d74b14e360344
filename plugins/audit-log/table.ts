import type { Generated } from 'kysely';
import type { Migration } from '../database/index.ts';

/** What happened on the site: rows are added, and removed when their time is over, and never changed. */
interface AuditLogTable {
  readonly id: Generated<number>;
  /** When, as a Unix time in seconds. */
  readonly created: number;
  /** The user who did it; 0 for nobody who was signed in. */
  readonly user_id: number;
  /** The login of that user then, or the user of the machine for a command. */
  readonly user_login: string;
  readonly origin: string;
  /** The address of the client; empty where there is none. */
  readonly address: string;
  readonly action: string;
  readonly object_type: string;
  /** 0 for what has no id. */
  readonly object_id: number;
  readonly object_name: string;
  /** JSON. */
  readonly details: string;
}

declare module '../database/tables.ts' {
  interface Tables {
    tappet_audit_log: AuditLogTable;
  }
}

/** The table of the audit log, with an index for each list of it. */
export const migrations: readonly Migration[] = [
  {
    name: '0001-audit-log',
    up: async (db, { dialect, prefix }) => {
      const isPostgres = dialect === 'postgres';
      await db.schema
        .createTable('tappet_audit_log')
        // Ids are not given a second time, so that a removed row leaves a gap.
        .addColumn('id', dialect === 'sqlite' ? 'integer' : isPostgres ? 'bigserial' : 'bigint', (column) =>
          isPostgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
        )
        .addColumn('created', 'bigint', (column) => column.notNull())
        .addColumn('user_id', 'bigint', (column) => column.notNull())
        .addColumn('user_login', 'varchar(60)', (column) => column.notNull())
        .addColumn('origin', 'varchar(10)', (column) => column.notNull())
        .addColumn('address', 'varchar(64)', (column) => column.notNull())
        .addColumn('action', 'varchar(60)', (column) => column.notNull())
        .addColumn('object_type', 'varchar(40)', (column) => column.notNull())
        .addColumn('object_id', 'bigint', (column) => column.notNull())
        .addColumn('object_name', 'varchar(200)', (column) => column.notNull())
        .addColumn('details', 'text', (column) => column.notNull())
        .execute();
      const lists = { created: [], user: ['user_id'], action: ['action'] } as const;
      for (const [name, columns] of Object.entries(lists)) {
        await db.schema
          .createIndex(`${prefix}tappet_audit_log_${name}`)
          .on('tappet_audit_log')
          .columns([...columns, 'created', 'id'])
          .execute();
      }
    },
  },
];
