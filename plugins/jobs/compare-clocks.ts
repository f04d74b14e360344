import { sql } from 'kysely';
import type { Logger } from '../../core/index.ts';
import { type Database, usingTables } from '../database/index.ts';

/** How far the clock of a host may be from that of the database, in milliseconds. */
const MOST = 2000;

/** The time of a server in seconds since 1970; MariaDB has it in whole seconds where no local time is converted, of which one hour comes twice. */
const TIMES = { postgres: 'extract(epoch from clock_timestamp())', mysql: 'unix_timestamp()' } as const;

/** Warns where the clock of this host is not that of the database's server: by its own clock a host takes and holds jobs. */
export async function compareClocks(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  log: Logger,
  now: () => number = Date.now,
): Promise<void> {
  if (dialect === 'sqlite') return;
  const asked = usingTables(sql<{ seconds: unknown }>`select ${sql.raw(TIMES[dialect])} as seconds`, {});
  const before = now();
  const { rows } = await asked.execute(db);
  const server = Number(rows[0]!.seconds) * 1000;
  // The server looked at its clock at some time in between.
  const apart = Math.max(before - server, server - now());
  if (apart < MOST) return;
  const how = before > server ? 'ahead of' : 'behind';
  log.warn(
    `the clock of this host is ${Math.round(apart / 1000)} s ${how} that of the database; set it, as jobs are done too early or late by it, and perhaps twice`,
  );
}
