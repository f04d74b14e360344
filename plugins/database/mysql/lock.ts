import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
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
export async function takeLock(db: Kysely<Tables>, name: string, isLong = false): Promise<void> {
  // A server has the names of locks in common to all its databases, and takes 64 letters.
  const short = createHash('sha256').update(name).digest('hex').slice(0, 40);
  const taking = sql<{ got: number | null }>`${sql.raw(TAKES_LOCK)}concat(left(database(), 20), ${short}),
    ${sql.lit(isLong ? LONG_PATIENCE : PATIENCE)}) as got`;
  const { rows } = await usingTables(taking, {}).execute(db);
  if (rows[0]?.got !== 1) throw new DatabaseTroubleError('busy', new Error(`the lock "${name}" was not to be had`));
}
