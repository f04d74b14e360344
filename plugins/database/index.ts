import { boolean, defaulted, object, optional, pattern, string } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { Rehearsal } from '../../core/plugin/index.ts';
import { openAddress, unreachable } from './address.ts';
import { addCommands } from './commands.ts';
import { Database } from './database.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { rehearsalOn } from './rehearse.ts';

export { type DatabaseCheck, tellWrongCounts, type WrongCount } from './check.ts';
export { type CommitCallbackOptions, Database, type TransactionOptions } from './database.ts';
export { beginningOf, type DateBounds, monthAt } from './derived/months.ts';
export { totalBetween } from './derived/total-between.ts';
export type { DialectName } from './dialect.ts';
export { freeName } from './free-name.ts';
export { LAYOUT } from './layout/tables.ts';
export { BatchLoader, loader } from './loader.ts';
export type { Branch } from './merge-sorted.ts';
export type { Migration } from './migration.ts';
export { PhpValue } from './php-value.ts';
export type { Parameter, PreparedStatement } from './prepared-statement.ts';
export { RESERVED_OPTIONS, RESERVED_USER_META, reservedError, reservedNames } from './reserved-keys.ts';
export { isSerialized, maybeSerialize, serialize } from './serialize.ts';
export { type TableUsage, usingTables } from './table-usage.ts';
export type * from './tables.ts';
export { maybeUnserialize } from './unserialize.ts';

/** Opens the site's database, creates its tables, and gives other plugins the service `Database`. */
export default definePlugin({
  name: 'database',
  version: '0.1.0',
  description: 'Stores the site in SQLite or PostgreSQL, in the table layout that administrators know.',
  group: 'storage',
  cacheable: true,
  capabilities: ['files', 'network'],
  settings: { database: 'url' },
  options: object({
    /** `sqlite:FILE`, `sqlite::memory:` or `postgres://…`. */
    url: defaulted(string(), 'sqlite:./data/tappet.db'),
    /** What the names of the tables begin with: `wp_`, or what an installation of WordPress says. */
    prefix: optional(pattern(string(), /^[A-Za-z0-9_]*$/)),
    /** Whether texts are indexed for searches. */
    searchIndex: defaulted(boolean(), true),
  }),
  async setup(host, { url, prefix = host.site.wordpress?.prefix ?? 'wp_', searchIndex }) {
    const opened = await openAddress(url, host.site, host.log);
    const { release } = opened;
    let open: OpenDatabase;
    try {
      open = await openDatabase(opened, prefix, host, searchIndex);
    } catch (error) {
      await release();
      throw unreachable(url, error);
    }
    host.provide(Database, open.database);
    host.provide(Rehearsal, rehearsalOn(open.database));
    addCommands(host, open);
    return async () => {
      await open.close();
      await release();
    };
  },
});
