import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LockOptions } from '../backend.ts';
import { DatabaseTroubleError } from '../errors.ts';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';

/** For how long a lock is waited for, and one that is held for long, in seconds. */
const PATIENCE = 50;
const LONG_PATIENCE = 3600;

/** What a statement that takes a lock begins with, by which its connection knows that it has locks to give back. */
export const TAKES_LOCK = 'select get_lock(';

/** Gives back all locks of a connection. */
export const UNLOCK = 'do release_all_locks()';

/**
 * Keeps other transactions out of a section until the running one ends. The locks of a server belong to connections: the
 * driver gives them back after the end of the transaction, in the midst of which a change of tables does not.
 *
 * @throws DatabaseTroubleError where others stay in it for longer than is waited for.
 */
export async function takeLock(
  db: Kysely<Tables>,
  name: string,
  { isLong = false, former }: LockOptions = {},
): Promise<void> {
  // A server has the names of locks in common to all its databases, and takes 64 letters: of a database with a longer name
  // than twenty, the rest is in the hash.
  const own = sql`concat(left(database(), 20), left(sha2(concat(substr(database(), 21), ${name}), 256), 40))`;
  await take(db, name, own, isLong);
  if (former === undefined) return;
  const before = sql`concat(left(database(), 20), left(sha2(${former}, 256), 40))`;
  await take(db, former, before, isLong);
}

async function take(db: Kysely<Tables>, name: string, key: RawBuilder<unknown>, isLong: boolean): Promise<void> {
  const seconds = sql.lit(isLong ? LONG_PATIENCE : PATIENCE);
  const taking = sql<{ got: number | null }>`${sql.raw(TAKES_LOCK)}${key}, ${seconds}) as got`;
  const { rows } = await usingTables(taking, {}).execute(db);
  if (rows[0]?.got !== 1) throw new DatabaseTroubleError('busy', new Error(`the lock "${name}" was not to be had`));
}
