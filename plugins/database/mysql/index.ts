import { MysqlAdapter, MysqlIntrospector, sql } from 'kysely';
import { createPool } from 'mysql2';
import type { Backend } from '../backend.ts';
import type { ColumnKind, TableLayout } from '../layout/column.ts';
import { LAYOUT } from '../layout/tables.ts';
import { usingTables } from '../table-usage.ts';
import { PrefixedMysqlCompiler } from './compiler.ts';
import { mysqlStatements } from './derived.ts';
import { MysqlDriver, takeLock } from './driver.ts';
import { isDerived, isForeign, missingRights, removeOwn } from './foreign.ts';
import { refillStatements } from './refill.ts';
import { ChangeFeed, followChanges } from './watch.ts';

/** How many connections are open at most, and how many statements each of them has the server remember. */
const CONNECTIONS = 10;
const STATEMENTS = 500;

/** How texts are stored and compared, as the tables of administrators' other programs have it. */
const COLLATION = 'utf8mb4_unicode_520_ci';

const TYPES: Record<ColumnKind['kind'], string> = {
  id: 'bigint unsigned not null auto_increment primary key',
  reference: 'bigint unsigned not null default 0',
  integer: 'int not null',
  key: 'varchar',
  name: 'varchar',
  title: 'text not null',
  text: 'longtext not null',
  nullableKey: 'varchar',
  nullableText: 'longtext default null',
  date: "datetime not null default '0000-00-00 00:00:00'",
};

function columnType(column: ColumnKind): string {
  const type = TYPES[column.kind];
  switch (column.kind) {
    case 'integer':
      return `${type} default ${column.standard}`;
    case 'key':
      return `${type}(${column.length}) not null default '${column.standard}'`;
    case 'name':
      return `${type}(${column.length}) not null default ''`;
    case 'nullableKey':
      return `${type}(${column.length}) default null`;
    default:
      return type;
  }
}

/** The indexes of a table. A text without a greatest length has no index of its own order. */
function indexParts({ columns, uniques = {}, indexes = {}, textOrders = {} }: TableLayout): string[] {
  const isOrdered = (names: readonly string[]) => names.every((name) => columns[name]!.kind !== 'title');
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
  const part = (kind: string, [name, names]: readonly [string, readonly string[]]) =>
    `${kind} "${name}" (${quoted(names)})`;
  return [
    ...Object.entries(uniques).map((index) => part('unique index', index)),
    ...Object.entries(indexes).map((index) => part('index', index)),
    ...Object.entries(textOrders)
      .filter(([, names]) => isOrdered(names))
      .map((index) => part('index', index)),
  ];
}

/** Opens a pool of connections to a MariaDB or MySQL server; nothing is connected until the first query. */
export function openMysql(url: string): Backend {
  const uri = url.replace(/^mariadb:/, 'mysql:');
  const options = {
    charset: 'utf8mb4',
    // Dates are texts, zero dates too, and sums are numbers; they stay below 2^53.
    dateStrings: true,
    decimalNumbers: true,
    maxPreparedStatements: STATEMENTS,
  };
  const pool = createPool({ ...options, uri, connectionLimit: CONNECTIONS });
  const feed = new ChangeFeed({ ...options, uri });
  const tablesOf = (prefix: string) => Object.keys(LAYOUT).map((table) => sql.id(`${prefix}${table}`));
  return {
    dialect: 'mysql',
    driver: new MysqlDriver(pool),
    likeOperator: 'like',
    foldsCase: false,
    // It takes no expression as the limit of a branch.
    mergesSorted: true,
    integerType: 'signed',
    createAdapter: () => new MysqlAdapter(),
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: (prefix, views) => new PrefixedMysqlCompiler(prefix, views),
    columnType,
    tableParts: { indexes: indexParts, end: `engine = InnoDB default charset = utf8mb4 collate = ${COLLATION}` },
    lock: takeLock,
    openSearch: async () => undefined,
    // The collation compares without regard to accents.
    foldFunction: async () => undefined,
    deriveStatements: mysqlStatements,
    analyzeStatements: (prefix) => Object.keys(LAYOUT).map((table) => `analyze table "${prefix}${table}"`),
    syncSequence: async () => undefined,
    foreign: { isForeign, isDerived, missingRights, refillStatements, removeOwn },
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
