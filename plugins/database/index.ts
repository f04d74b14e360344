import { boolean, defaulted, integer, max, min, object, optional, pattern, string } from 'superstruct';
import { definePlugin, PluginError, serviceToken } from '../../core/index.ts';
import { openAddress, unreachable } from './address.ts';
import { addBackupCommands } from './backup/commands.ts';
import { openBeside } from './beside.ts';
import { addCommands } from './commands.ts';
import { addCopyCommand } from './copy/command.ts';
import { Database, OwnDatabase } from './database.ts';
import { seeChangesFirst } from './fresh.ts';
import { type Guest, guestIn } from './guest.ts';
import { LIMITS, REPLICA_LAG } from './limits.ts';
import { addMigrateCommand, switchAsIn } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { Rehearsal, rehearsalOn } from './rehearse.ts';
import { tellGuest } from './tell-guest.ts';

export { type DatabaseCheck, tellWrongCounts, type WrongCount } from './check.ts';
export { pagesOf } from './copy/pages.ts';
export { siteContent } from './copy/site-content.ts';
export { TableDigest } from './copy/table-digest.ts';
export { type CommitCallbackOptions, Database, OwnDatabase, type TransactionOptions } from './database.ts';
export { beginningOf, type DateBounds, monthAt } from './derived/months.ts';
export { totalBetween } from './derived/total-between.ts';
export type { DialectName } from './dialect.ts';
export { DatabaseTroubleError } from './errors.ts';
export { freeName } from './free-name.ts';
export { inParts } from './in-parts.ts';
export { createLinks, LINKS } from './layout/links.ts';
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

const milliseconds = max(min(integer(), 0), 2 ** 31 - 1);

const IN_MEMORY = 'sqlite::memory: is of one process, and each worker would have another one; name a file or a server';

const OWN_SITE = '--read-only is for a site that another program made; this one is ours, leave it out';

/** Opens the site's database, creates its tables unless another program has, and gives other plugins the service `Database`. */
export default definePlugin({
  name: 'database',
  version: '0.1.0',
  description: 'Stores the site in SQLite, PostgreSQL or MariaDB, in the table layout that administrators know.',
  group: 'storage',
  cacheable: true,
  capabilities: ['files', 'http', 'network', 'routes:*'],
  settings: {
    database: 'url',
    databaseListen: 'listenUrl',
    databaseReplica: 'replicaUrl',
    databaseReplicaLag: 'replicaLag',
    databasePoolSize: 'poolSize',
    databasePoolWait: 'poolWait',
    databaseStatementTimeout: 'statementTimeout',
    databaseLockTimeout: 'lockTimeout',
    databaseIdleTimeout: 'idleTimeout',
    databaseDryRun: 'dryRun',
    derive: 'derive',
    readOnly: 'readOnly',
    write: 'write',
  },
  options: object({
    /** `sqlite:FILE`, `sqlite::memory:`, `postgres://…` or `mysql://…`. */
    url: defaulted(string(), 'sqlite:./data/tappet.db'),
    /** The address past a pooler, on which the changes of other hosts are listened for on PostgreSQL. */
    listenUrl: optional(string()),
    /** The address of a replica on PostgreSQL, which answers what is read of content. */
    replicaUrl: optional(string()),
    /** After how many milliseconds that the replica is behind the log and `/healthz` say so. */
    replicaLag: defaulted(milliseconds, REPLICA_LAG),
    /** Whether the database is only looked at, and the site is one in memory. */
    dryRun: defaulted(boolean(), false),
    /** How many connections to a server there are at most. */
    poolSize: defaulted(max(min(integer(), 2), 1000), LIMITS.poolSize),
    /** How long a connection to PostgreSQL is waited for, in milliseconds; 0 for no limit, here and in the next ones. */
    poolWait: defaulted(milliseconds, LIMITS.poolWait),
    /** How long a statement on PostgreSQL may take. */
    statementTimeout: defaulted(milliseconds, LIMITS.statementTimeout),
    /** How long a statement of a transaction may wait there for a lock. */
    lockTimeout: defaulted(milliseconds, LIMITS.lockTimeout),
    /** How long a transaction may do nothing there before it is undone. */
    idleTimeout: defaulted(milliseconds, LIMITS.idleTimeout),
    /** What the names of the tables begin with: `wp_`, or what an installation of WordPress says. */
    prefix: optional(pattern(string(), /^[A-Za-z0-9_]*$/)),
    /** Whether texts are indexed for searches. */
    searchIndex: defaulted(boolean(), true),
    /** Whether a site that another program made may be changed. */
    write: defaulted(boolean(), false),
    /** Says that such a site is not changed, as it is not without `write`. */
    readOnly: defaulted(boolean(), false),
    /** Whether derived tables and triggers are made in the database of such a site. */
    derive: defaulted(boolean(), false),
    /** The address of the database of what is our own beside such a site. */
    own: defaulted(string(), 'sqlite:./data/tappet-own.db'),
  }),
  async setup(host, options) {
    const {
      url,
      listenUrl,
      replicaUrl,
      replicaLag,
      prefix = host.site.wordpress?.prefix ?? 'wp_',
      searchIndex,
      dryRun,
      write,
      readOnly,
      derive,
      own,
    } = options;
    if (url === 'sqlite::memory:' && host.find(serviceToken('workers')) !== undefined)
      throw new PluginError(`database: ${IN_MEMORY}`);
    const opened = dryRun
      ? await openAddress('sqlite::memory:', host, { prefix })
      : await openAddress(url, host, { prefix, listenUrl, replicaUrl, replicaLag, limits: options });
    const closing = [opened.release];
    const close = async () => {
      for (const closes of closing.splice(0).reverse()) await closes();
    };
    let guest: Guest | undefined;
    let open: OpenDatabase;
    try {
      guest = await guestIn(opened.backend, prefix, { writes: write, derives: derive });
      if (guest === undefined && readOnly) throw new PluginError(`database: ${OWN_SITE}`);
      open = await openDatabase(opened, prefix, host, guest === undefined ? { searchIndex } : { guest });
      closing.push(open.close);
      if (dryRun) await switchAsIn(url, open.database);
    } catch (error) {
      await close();
      throw error instanceof PluginError ? error : unreachable(url, error);
    }
    host.provide(Database, open.database);
    host.provide(Rehearsal, rehearsalOn(open.database));
    addCommands(host, open);
    addMigrateCommand(host, open, dryRun ? url : undefined);
    addBackupCommands(host, open.database, url);
    const { database, declared } = open;
    addCopyCommand(host, { database, address: url, declared, limits: options, searchIndex });
    if (guest === undefined) host.provide(OwnDatabase, open.database);
    else {
      const beside = await openBeside(own, open.database, host).catch(async (error) => {
        await close();
        throw error;
      });
      closing.push(beside.close);
      host.provide(OwnDatabase, beside.database);
      tellGuest(host, guest, { url, own, prefix });
    }
    const { freshen } = opened;
    if (freshen !== undefined) seeChangesFirst(host, freshen);
    return close;
  },
});
