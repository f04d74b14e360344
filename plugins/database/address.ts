import { resolve } from 'node:path';
import { ChangeTracker } from '../../core/cache/index.ts';
import { type Logger, PluginError, type PluginHost, type Site } from '../../core/index.ts';
import type { Backend } from './backend.ts';
import { DatabaseTroubleError } from './errors.ts';
import { LIMITS, type Limits, REPLICA_LAG } from './limits.ts';
import type { ReadReplica } from './replica.ts';
import type { Sight } from './sight.ts';
import { openSqlite } from './sqlite.ts';

/** An open backend, and how to close it. */
export interface OpenBackend {
  readonly backend: Backend;
  /** The versions of its tables, common to all that have opened it. */
  readonly tracker: ChangeTracker;
  /** The file of the database; left out of one on a server or in memory. */
  readonly file?: string;
  /** Has the tracker know of all changes that have been made by now; left out where it does so by itself. */
  readonly freshen?: (() => Promise<void>) | undefined;
  /** Whether the tracker sees the changes of other processes; left out where it always does. */
  readonly sight?: (() => Sight | undefined) | undefined;
  /** A server that follows the database, if one is named. */
  readonly replica?: ReadReplica;
  release(): Promise<void>;
}

interface Opened {
  readonly backend: Backend;
  readonly tracker: ChangeTracker;
}

const trackerOf = (backend: Backend): ChangeTracker =>
  new ChangeTracker(backend.watch === undefined ? undefined : (watch) => backend.watch!(watch));

const open = (backend: Backend): Opened => ({ backend, tracker: trackerOf(backend) });

/** A database in memory lives as long as its site, so that a reload finds its content. */
const inMemory = new WeakMap<Site, Opened>();

/**
 * The open files of this process, with the number of generations that use each. They share a connection, because two
 * of one process would wait for each other without letting each other go on.
 */
const openFiles = new Map<string, Opened & { users: number }>();

/** What generations that follow one another have in common on a server, by address and prefix; each has a pool of its own. */
const onServers = new Map<string, Omit<OpenBackend, 'backend' | 'replica' | 'release'> & { users: number }>();

/** What is given of a database beside its address. */
interface Given {
  /** What the names of the site's tables begin with. */
  readonly prefix?: string;
  /** The address on which changes are listened for on PostgreSQL. */
  readonly listenUrl?: string | undefined;
  /** The address of a replica of PostgreSQL, and after how many milliseconds that it is behind the log says so. */
  readonly replicaUrl?: string | undefined;
  readonly replicaLag?: number;
  readonly limits?: Limits;
}

/**
 * Opens the database of an address: `sqlite:./data/tappet.db`, `sqlite::memory:`, `postgres://user:password@host/name`,
 * `mysql://user:password@host/name` (or `mariadb:`).
 * Throws a `PluginError` in one line for an address that cannot be used.
 */
export async function openAddress(address: string, { site, log }: PluginHost, given: Given = {}): Promise<OpenBackend> {
  const { prefix = 'wp_', listenUrl = address, limits = LIMITS } = given;
  const [scheme = ''] = address.split(':', 1);
  const isPostgres = scheme === 'postgres' || scheme === 'postgresql';
  if (given.replicaUrl !== undefined && !isPostgres) throw new PluginError(`database: ${NO_REPLICA}`);
  if (isPostgres || scheme === 'mysql' || scheme === 'mariadb') {
    // A client is loaded only for sites on its server.
    const backend = isPostgres
      ? await import('./postgres/index.ts').then(({ openPostgres }) =>
          guarded(address, () => openPostgres({ url: address, listenUrl, prefix }, limits, log)),
        )
      : await import('./mysql/index.ts').then(({ openMysql }) =>
          guarded(address, () => openMysql(address, limits.poolSize)),
        );
    const name = JSON.stringify([address, listenUrl, prefix]);
    // What serves already goes on without a replica that has been promoted meanwhile.
    const isFirst = !onServers.has(name);
    const opened = openServer(name, backend);
    return given.replicaUrl === undefined ? opened : withReplica(opened, given.replicaUrl, { ...given, log, isFirst });
  }
  if (scheme !== 'sqlite') {
    const known = 'sqlite:FILE, sqlite::memory:, postgres://USER:PASSWORD@HOST/NAME or mysql://USER:PASSWORD@HOST/NAME';
    throw new PluginError(`database: "${withoutPassword(address)}" is no address of a database; write ${known}`);
  }
  const file = fileOf(address);
  if (file === '') throw new PluginError('database: "sqlite:" names no file; write sqlite:./data/tappet.db');
  return file === ':memory:' ? openMemory(site) : guarded(address, () => openFile(resolve(file)));
}

const NO_REPLICA =
  'DATABASE_REPLICA_URL names a replica of PostgreSQL, and DATABASE_URL another kind of database; leave the replica out';

/** Adds a replica to an open database. */
async function withReplica(
  opened: OpenBackend,
  url: string,
  {
    log,
    isFirst,
    limits = LIMITS,
    replicaLag: lag = REPLICA_LAG,
  }: Given & { readonly log: Logger; readonly isFirst: boolean },
): Promise<OpenBackend> {
  const { backend, tracker, release } = opened;
  const { openReplica } = await import('./postgres/index.ts');
  try {
    const server = { url, shown: withoutPassword(url), limits, lag };
    const replica = await openReplica(server, { driver: backend.driver, tracker }, log, isFirst);
    return {
      ...opened,
      replica,
      release: async () => {
        await replica.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** The file that an address of SQLite names. */
export const fileOf = (address: string): string => address.slice('sqlite:'.length).replace(/^\/\//, '');

function openServer(name: string, backend: Backend): OpenBackend {
  const { freshen, sight } = backend;
  const known = onServers.get(name) ?? { tracker: trackerOf(backend), freshen, sight, users: 0 };
  onServers.set(name, known);
  known.users++;
  const release = async () => {
    if (--known.users === 0) onServers.delete(name);
    await backend.driver.destroy();
  };
  return { ...known, backend, release };
}

function openMemory(site: Site): OpenBackend {
  const opened = inMemory.get(site) ?? open(openSqlite(':memory:'));
  inMemory.set(site, opened);
  return { ...opened, release: async () => undefined };
}

function openFile(file: string): OpenBackend {
  const shared = openFiles.get(file) ?? { ...open(openSqlite(file)), users: 0 };
  openFiles.set(file, shared);
  shared.users++;
  const { backend, tracker } = shared;
  return {
    backend,
    tracker,
    file,
    release: async () => {
      if (--shared.users > 0) return;
      openFiles.delete(file);
      await backend.driver.destroy();
    },
  };
}

/** What the driver of SQLite says where a package manager has not run the script that compiles it. */
const NOT_COMPILED = /^Could not locate the bindings file/;

/** The one-line failure of a database that cannot be opened or reached. */
export function unreachable(address: string, error: unknown): PluginError {
  const reason = reasonOf(error);
  const why = NOT_COMPILED.test(reason)
    ? 'better-sqlite3 was installed without its script; run npm rebuild better-sqlite3, or with pnpm: pnpm approve-builds, ' +
      'or with yarn: set dependenciesMeta.better-sqlite3.built to true in package.json, and run yarn'
    : `${reason}; check the address and that it can be reached`;
  return new PluginError(`database: cannot open ${withoutPassword(address)}: ${why}`, { cause: error });
}

function guarded<T>(address: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw unreachable(address, error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseTroubleError) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}

/** An address as people may see it. */
export const withoutPassword = (address: string): string => address.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:***@');
