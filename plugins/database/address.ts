import { resolve } from 'node:path';
import { ChangeTracker } from '../../core/cache/index.ts';
import { type Logger, PluginError, type Site } from '../../core/index.ts';
import type { Backend } from './backend.ts';
import { DatabaseTroubleError } from './errors.ts';
import { LIMITS, type Limits } from './limits.ts';
import { openSqlite } from './sqlite.ts';

/** An open backend, and how to close it. */
export interface OpenBackend {
  readonly backend: Backend;
  /** The versions of its tables, common to all that have opened it. */
  readonly tracker: ChangeTracker;
  /** The file of the database; left out of one on a server or in memory. */
  readonly file?: string;
  /** Has the tracker know of all changes that have been made by now; left out where it does so by itself. */
  readonly freshen?: () => Promise<void>;
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

/** The versions of the tables on servers, by address: generations that follow one another have pools of their own. */
const onServers = new Map<string, { tracker: ChangeTracker; freshen: Backend['freshen']; users: number }>();

/**
 * Opens the database of an address: `sqlite:./data/tappet.db`, `sqlite::memory:`, `postgres://user:password@host/name`,
 * `mysql://user:password@host/name` (or `mariadb:`).
 * Throws a `PluginError` in one line for an address that cannot be used.
 */
export async function openAddress(
  address: string,
  site: Site,
  log: Logger,
  limits: Limits = LIMITS,
): Promise<OpenBackend> {
  const [scheme = ''] = address.split(':', 1);
  const isPostgres = scheme === 'postgres' || scheme === 'postgresql';
  if (isPostgres || scheme === 'mysql' || scheme === 'mariadb') {
    const lost = (error: Error) => log.warn({ err: error }, 'an idle connection to the database was lost');
    // A client is loaded only for sites on its server.
    const backend = isPostgres
      ? await import('./postgres/index.ts').then(({ openPostgres }) =>
          guarded(address, () => openPostgres(address, limits, lost)),
        )
      : await import('./mysql/index.ts').then(({ openMysql }) =>
          guarded(address, () => openMysql(address, limits.poolSize)),
        );
    return openServer(address, backend);
  }
  if (scheme !== 'sqlite') {
    const known = 'sqlite:FILE, sqlite::memory:, postgres://USER:PASSWORD@HOST/NAME or mysql://USER:PASSWORD@HOST/NAME';
    throw new PluginError(`database: "${withoutPassword(address)}" is no address of a database; write ${known}`);
  }
  const file = address.slice('sqlite:'.length).replace(/^\/\//, '');
  if (file === '') throw new PluginError('database: "sqlite:" names no file; write sqlite:./data/tappet.db');
  return file === ':memory:' ? openMemory(site) : guarded(address, () => openFile(resolve(file)));
}

function openServer(address: string, backend: Backend): OpenBackend {
  const known = onServers.get(address) ?? { tracker: trackerOf(backend), freshen: backend.freshen, users: 0 };
  onServers.set(address, known);
  known.users++;
  const release = async () => {
    if (--known.users === 0) onServers.delete(address);
    await backend.driver.destroy();
  };
  const { tracker, freshen } = known;
  return { backend, tracker, release, ...(freshen === undefined ? {} : { freshen }) };
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

/** The one-line failure of a database that cannot be opened or reached. */
export function unreachable(address: string, error: unknown): PluginError {
  const reason = reasonOf(error);
  return new PluginError(
    `database: cannot open ${withoutPassword(address)}: ${reason}; check the address and that it can be reached`,
    {
      cause: error,
    },
  );
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
