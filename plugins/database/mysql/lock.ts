import { type RawBuilder, sql } from 'kysely';
import type { LockOptions } from '../backend.ts';
import type { Database } from '../database.ts';
import { DatabaseTroubleError } from '../errors.ts';
import type { Parameter, PreparedStatement } from '../prepared-statement.ts';
import { usingTables } from '../table-usage.ts';

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
  prepare: Database['prepare'],
  name: string,
  { isLong = false, former }: LockOptions = {},
): Promise<void> {
  const seconds = sql.lit(isLong ? LONG_PATIENCE : PATIENCE);
  const taking = (statement: string, key: (name: RawBuilder<string>) => RawBuilder<string>) =>
    prepare(`${statement} ${isLong}`, (parameter: Parameter<{ name: string }>) =>
      usingTables(sql<Taken>`${sql.raw(TAKES_LOCK)}${key(parameter('name'))}, ${seconds}) as got`, {}),
    );
  await take(name, taking('database.lock', ownKey));
  if (former !== undefined) await take(former, taking('database.lockFormer', formerKey));
}

/** What a statement that takes a lock answers with: 1 where it was to be had. */
interface Taken {
  readonly got: number | null;
}

// A server has the names of locks in common to all its databases, and takes 64 letters: of a database with a longer name
// than twenty, the rest is in the hash.
const ownKey = (name: RawBuilder<string>) =>
  sql<string>`concat(left(database(), 20), left(sha2(concat(substr(database(), 21), ${name}), 256), 40))`;

const formerKey = (name: RawBuilder<string>) => sql<string>`concat(left(database(), 20), left(sha2(${name}, 256), 40))`;

async function take(name: string, statement: PreparedStatement<{ name: string }, Taken>): Promise<void> {
  const [taken] = await statement.rows({ name });
  if (taken?.got !== 1) throw new DatabaseTroubleError('busy', new Error(`the lock "${name}" was not to be had`));
}
