import { PostgresAdapter, PostgresIntrospector, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../../core/index.ts';
import type { Backend } from '../backend.ts';
import { compactStatements, postgresStatements } from '../derived/postgres.ts';
import type { ColumnKind } from '../layout/column.ts';
import type { Limits } from '../limits.ts';
import { PrefixedPostgresCompiler } from '../prefix.ts';
import type { Parameter } from '../prepared-statement.ts';
import type { ReadReplica } from '../replica.ts';
import { makePostgresFolding, postgresFolding } from '../search/postgres-folding.ts';
import { openPostgresSearch } from '../search/postgres-search.ts';
import { usingTables } from '../table-usage.ts';
import { PostgresDriver } from './driver.ts';
import { checkSchema, notifyChanges } from './notify.ts';
import { type Followed, Replica, type ReplicaServer } from './replica.ts';
import { analyzeStatements, upkeepStatements } from './upkeep.ts';
import { ChangeFeed, type WatchedServer } from './watch.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** Ids, counts and sums are numbers; they stay below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

const TYPES: Record<ColumnKind['kind'], string> = {
  id: 'bigserial primary key',
  reference: 'bigint not null default 0',
  integer: 'integer not null',
  key: "text not null default ''",
  name: "text not null default ''",
  title: "text not null default ''",
  text: "text not null default ''",
  nullableKey: 'text default null',
  nullableText: 'text default null',
  date: "text not null default '0000-00-00 00:00:00'",
};

/** Begins to use a replica of a database, which is an error where it never can be, if `isStrict`. */
export const openReplica = (
  server: Omit<ReplicaServer, 'types'>,
  followed: Followed,
  log: Logger,
  isStrict: boolean,
): Promise<ReadReplica> => Replica.open({ ...server, types }, followed, log, isStrict);

/** Opens a pool of connections to a PostgreSQL server; nothing is connected until the first query. */
export function openPostgres(server: WatchedServer, limits: Limits, log: Logger): Backend {
  const { url } = server;
  const lost = (error: Error) => log.warn({ err: error }, 'an idle connection to the database was lost');
  const driver = new PostgresDriver({ connectionString: url, types }, limits, lost);
  const feed = new ChangeFeed(server, log);
  return {
    dialect: 'postgres',
    driver,
    likeOperator: 'ilike',
    foldsCase: true,
    mergesSorted: false,
    integerType: 'bigint',
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: (prefix) => new PrefixedPostgresCompiler(prefix),
    columnType: (column) => {
      const { kind } = column;
      if (kind === 'integer') return `${TYPES.integer} default ${column.standard}`;
      return 'standard' in column ? TYPES[kind].replace("default ''", `default '${column.standard}'`) : TYPES[kind];
    },
    lock: async (prepare, name, { former = name } = {}) => {
      // Hosts of versions before, which may run beside this one during an update, lock the name for all sites of the database.
      // It is shared by those of this version, which so wait for these alone, and for others of their own site.
      const locking = prepare('database.lock', (parameter: Parameter<{ name: string; former: string }>) => {
        const taking = sql`select pg_advisory_xact_lock_shared(hashtextextended(${parameter('former')}, 0)),
          pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || ${parameter('name')}, 0))`;
        return usingTables(taking, {});
      });
      await locking.rows({ name, former });
    },
    makeFolding: makePostgresFolding,
    foldFunction: postgresFolding,
    openSearch: openPostgresSearch,
    deriveStatements: postgresStatements,
    upkeepStatements,
    analyzeStatements,
    compactStatements,
    reserveId: async (prepare, table, column, prefix) => {
      const taking = prepare(`database.reserveId ${table}`, () =>
        usingTables(
          sql<{ id: number }>`select nextval(pg_get_serial_sequence(${`"${prefix}${table}"`}, ${column})) as id`,
          {},
        ),
      );
      return (await taking.rows({}))[0]!.id;
    },
    syncSequence: async (db, table, column, prefix) => {
      const sync = sql`select setval(pg_get_serial_sequence(${`"${prefix}${table}"`}, ${column}),
        (select max(${sql.ref(column)}) from ${sql.table(table)}))`;
      await usingTables(sync, {}).execute(db);
    },
    connections: () => driver.connections,
    check: async () => [],
    follow: async (db, prefix) => {
      await checkSchema(db, url);
      await notifyChanges(db, prefix);
    },
    watch: (events) => feed.start(events),
    sight: () => feed.sight,
  };
}
