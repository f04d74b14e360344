import { MysqlAdapter, MysqlIntrospector, sql } from 'kysely';
import { createPool } from 'mysql2';
import type { Backend } from '../backend.ts';
import { LAYOUT } from '../layout/tables.ts';
import { usingTables } from '../table-usage.ts';
import { PrefixedMysqlCompiler } from './compiler.ts';
import { mysqlStatements } from './derived.ts';
import { MysqlDriver } from './driver.ts';
import { isDerived, isForeign, missingRights, removeOwn } from './foreign.ts';
import { COLLATION, columnType, TABLE, tableIndexes } from './layout.ts';
import { takeLock } from './lock.ts';
import { refillStatements } from './refill.ts';
import { ChangeFeed, followChanges } from './watch.ts';

/** How many statements each connection has the server remember. */
const STATEMENTS = 200;

/** Opens a pool of connections to a MariaDB or MySQL server; nothing is connected until the first query. */
export function openMysql(url: string, poolSize: number): Backend {
  const uri = url.replace(/^mariadb:/, 'mysql:');
  const options = {
    charset: COLLATION,
    // Dates are texts, zero dates too, and sums are numbers; they stay below 2^53.
    dateStrings: true,
    decimalNumbers: true,
    maxPreparedStatements: STATEMENTS,
  };
  const pool = createPool({ ...options, uri, connectionLimit: poolSize });
  const feed = new ChangeFeed({ ...options, uri });
  const driver = new MysqlDriver(pool);
  const tablesOf = (prefix: string) => Object.keys(LAYOUT).map((table) => sql.id(`${prefix}${table}`));
  return {
    dialect: 'mysql',
    driver,
    likeOperator: 'like',
    foldsCase: false,
    mergesSorted: false,
    integerType: 'signed',
    createAdapter: () => new MysqlAdapter(),
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: (prefix, views) => new PrefixedMysqlCompiler(prefix, views),
    columnType,
    tableParts: { indexes: tableIndexes, end: TABLE },
    lock: takeLock,
    openSearch: async () => undefined,
    // The collation compares without regard to accents.
    foldFunction: async () => undefined,
    deriveStatements: mysqlStatements,
    analyzeStatements: (prefix) => Object.keys(LAYOUT).map((table) => `analyze table "${prefix}${table}"`),
    syncSequence: async () => undefined,
    foreign: { isForeign, isDerived, missingRights, refillStatements, removeOwn },
    connections: () => driver.connections,
    follow: async (db, prefix) => {
      feed.triggers = await followChanges(db, prefix);
    },
    watch: (events) => feed.start(events),
    freshen: () => feed.freshen(),
    check: async (db, prefix) => {
      const checking = sql<{
        Table: string;
        Msg_type: string;
        Msg_text: string;
      }>`check table ${sql.join(tablesOf(prefix))}`;
      const { rows } = await usingTables(checking, {}).execute(db);
      return rows.filter((row) => row.Msg_type === 'error').map((row) => `${row.Table}: ${row.Msg_text}`);
    },
  };
}
