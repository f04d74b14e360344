import { type Logger, PluginError, type Site } from '../../core/index.ts';
import type { Backend } from './backend.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** A database in memory lives as long as its site, so that a reload finds its content. */
const inMemory = new WeakMap<Site, Backend>();

/**
 * Opens the database of an address: `sqlite:./data/tappet.db`, `sqlite::memory:`, `postgres://user:password@host/name`.
 * Throws a `PluginError` in one line for an address that cannot be used.
 * @returns the backend, and whether closing the database closes it
 */
export function openAddress(address: string, site: Site, log: Logger): { backend: Backend; owned: boolean } {
  const [scheme = ''] = address.split(':', 1);
  if (scheme === 'postgres' || scheme === 'postgresql') {
    const lost = (error: Error) => log.warn({ err: error }, 'an idle connection to the database was lost');
    return { backend: guarded(address, () => openPostgres(address, lost)), owned: true };
  }
  if (scheme !== 'sqlite') {
    const known = 'sqlite:FILE, sqlite::memory: or postgres://USER:PASSWORD@HOST/NAME';
    throw new PluginError(`database: "${withoutPassword(address)}" is no address of a database; write ${known}`);
  }
  const file = address.slice('sqlite:'.length).replace(/^\/\//, '');
  if (file === '') throw new PluginError('database: "sqlite:" names no file; write sqlite:./data/tappet.db');
  if (file !== ':memory:') return { backend: guarded(address, () => openSqlite(file)), owned: true };
  let backend = inMemory.get(site);
  if (backend === undefined) {
    backend = openSqlite(file);
    inMemory.set(site, backend);
  }
  return { backend, owned: false };
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

function guarded(address: string, open: () => Backend): Backend {
  try {
    return open();
  } catch (error) {
    throw unreachable(address, error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}

const withoutPassword = (address: string): string => address.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1:***@');
