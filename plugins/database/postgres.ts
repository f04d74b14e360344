import { PostgresAdapter, PostgresDriver, PostgresIntrospector, sql } from 'kysely';
import pg from 'pg';
import type { Backend, ImmediateDriver } from './backend.ts';
import { compactStatements, postgresStatements } from './derived/postgres.ts';
import type { Trouble } from './errors.ts';
import type { ColumnKind } from './layout/column.ts';
import { analyzeStatements, upkeepStatements } from './postgres-upkeep.ts';
import { tellChanges, watchServer } from './postgres-watch.ts';
import { PrefixedPostgresCompiler } from './prefix.ts';
import { makePostgresFolding, postgresFolding } from './search/postgres-folding.ts';
import { openPostgresSearch } from './search/postgres-search.ts';
import { usingTables } from './table-usage.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** The codes with which a server refuses a statement through no fault of it, or their classes, by what they say. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  // A deadlock, and a serialization failure.
  '40P01': 'conflict',
  '40001': 'conflict',
  // A lock was not to be had in time, and there are too many connections, or too little memory.
  '55P03': 'busy',
  '53300': 'busy',
  '53200': 'busy',
  // The server is not ready yet, is being stopped, or has lost the connection.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '08': 'away',
  '53100': 'full',
  '25006': 'read_only',
  // A page or an index holds something else than it should.
  XX001: 'damaged',
  XX002: 'damaged',
  // A file could not be read or written.
  '58030': 'away',
};

/** The codes of the system for a server that cannot be reached. */
const UNREACHABLE =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|E(?:HOST|NET)UNREACH|EMFILE)$/;

/** What the client says, without a code, of a connection that is lost. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

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

/** Opens a pool of connections to a PostgreSQL server; nothing is connected until the first query. */
export function openPostgres(url: string, onIdleFailure: (error: Error) => void): Backend {
  const pool = new pg.Pool({ connectionString: url, types, max: 10 });
  pool.on('error', onIdleFailure);
  // A connection that is lost in the midst of a statement fails that statement; without a listener it would also end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    dialect: 'postgres',
    driver: new ServerDriver(pool),
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
    lock: async (db, name) => {
      await usingTables(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`, {}).execute(db);
    },
    makeFolding: makePostgresFolding,
    foldFunction: postgresFolding,
    openSearch: openPostgresSearch,
    deriveStatements: postgresStatements,
    upkeepStatements,
    analyzeStatements,
    compactStatements,
    syncSequence: async (db, table, column, prefix) => {
      const sync = sql`select setval(pg_get_serial_sequence(${`"${prefix}${table}"`}, ${column}),
        (select max(${sql.ref(column)}) from ${sql.table(table)}))`;
      await usingTables(sync, {}).execute(db);
    },
    connections: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    check: async () => [],
    follow: tellChanges,
    watch: (watch) => watchServer(url, watch),
  };
}

/** Opens transactions and runs statements on the connections of a pool. */
class ServerDriver extends PostgresDriver implements ImmediateDriver {
  constructor(pool: pg.Pool) {
    super({ pool });
    // It picks the pool up in `init`, which is synchronous for a pool that exists.
    void this.init();
  }

  trouble(error: unknown): Trouble | undefined {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    if (error instanceof pg.DatabaseError) return TROUBLES[code] ?? TROUBLES[code.slice(0, 2)];
    return UNREACHABLE.test(code) || LOST.test(message) ? 'away' : undefined;
  }

  endsTransaction(error: unknown): boolean {
    return error instanceof pg.DatabaseError || this.trouble(error) !== undefined;
  }
}
