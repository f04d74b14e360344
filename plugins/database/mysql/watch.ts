import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Connection, type ConnectionOptions, createConnection, type RowDataPacket } from 'mysql2/promise';
import type { WatchEvents, Watching } from '../../../core/cache/index.ts';
import { isSiteTable, type Tables } from '../tables.ts';
import { SHARD } from './derived.ts';

/** The table in which triggers count the changes of each table, by its name without prefix. */
export const CHANGES = 'tappet_changes';

/** The name of the triggers that count changes, one for each table and event. */
export const TRIGGER = 'tappet_tell';

/** How often it is looked whether the triggers are there, in pulses: a backup that is read back takes them away. */
const CHECK = 10;

/** How often changes are looked for, and the pause before a lost server is tried again, in milliseconds. */
const PULSE = 100;
const RETRY = 1000;

/** How long an answer is waited for, in milliseconds. */
const TIMEOUT = 2000;

/** The triggers that count the changes of the tables of a prefix. */
export interface ChangeTriggers {
  readonly prefix: string;
  readonly count: number;
}

/**
 * Gives the site's tables that have none triggers which count their changes, from any program. Run in a transaction that
 * holds the lock of migrations.
 */
export async function followChanges(db: Kysely<Tables>, prefix: string): Promise<ChangeTriggers> {
  const changes = sql.id(CHANGES);
  await sql`create table if not exists ${changes} (name varchar(64) not null, shard tinyint not null,
    changes bigint not null, primary key (name, shard))`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select t.table_name as name from information_schema.tables t
    where t.table_schema = database() and t.table_type = 'BASE TABLE' and left(t.table_name, ${prefix.length}) = ${prefix}
      and not exists (select 1 from information_schema.triggers g where g.trigger_schema = t.table_schema
        and g.event_object_table = t.table_name and g.trigger_name like ${`%${TRIGGER}%`})`.execute(db);
  const missing = rows
    .map(({ name }) => name.slice(prefix.length))
    .filter((name) => isSiteTable(name) && name !== CHANGES);
  for (const name of missing) {
    for (const event of ['insert', 'update', 'delete']) {
      await sql`create trigger ${sql.id(`${prefix}${TRIGGER}_${name}_${event}`)} after ${sql.raw(event)} on ${sql.table(name)}
        for each row insert into ${changes} (name, shard, changes) values (${sql.lit(name)}, ${sql.raw(SHARD)}, 1)
        on duplicate key update changes = changes + 1`.execute(db);
    }
  }
  const start = `${prefix}${TRIGGER}`;
  const counting = sql<{ count: number }>`select count(*) as count from information_schema.triggers
    where trigger_schema = database() and left(trigger_name, ${start.length}) = ${start}`;
  return { prefix, count: Number((await counting.execute(db)).rows[0]!.count) };
}

/**
 * Tells what other processes, and so PHP, have changed: from the counts of triggers where there are any, on a connection of
 * its own, which is opened anew when it is lost; otherwise it says that anything may have changed, each time it is asked.
 */
export class ChangeFeed {
  /** The triggers that count the changes; undefined where there are none. */
  triggers: ChangeTriggers | undefined;
  readonly #options: ConnectionOptions;
  #look: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Begins to watch. */
  start(events: WatchEvents): Watching {
    const stopping = new AbortController();
    this.#look = async () => events.changed();
    const { triggers } = this;
    const running = triggers && this.#run(triggers, events, stopping.signal);
    return {
      stop: async () => {
        stopping.abort();
        this.#look = undefined;
        await running;
      },
    };
  }

  /** Reports all that has been changed by now. Those who ask while a look is under way share the next one. */
  freshen(): Promise<void> {
    if (this.#running === undefined) {
      const look = Promise.resolve(this.#look?.());
      this.#running = look.finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.freshen();
      });
    return this.#next;
  }

  async #run(triggers: ChangeTriggers, events: WatchEvents, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#follow(triggers, events, signal).catch(() => events.sees(false));
      this.#look = async () => events.changed();
      await wait(RETRY, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Looks for changes until the connection is lost, or triggers are. */
  async #follow(triggers: ChangeTriggers, { changed, sees }: WatchEvents, signal: AbortSignal): Promise<void> {
    const connection = await createConnection(this.#options);
    try {
      await checkTriggers(connection, triggers);
      let known = await countsOn(connection);
      sees(true);
      // Of the changes from before the connection was there, nothing is known.
      await changed();
      this.#look = async () => {
        const found = await changedCountsOn(connection, known).catch((error) => {
          sees(false);
          throw error;
        });
        if (found === undefined) return;
        const names = [...found.keys()].filter((name) => known.get(name) !== found.get(name));
        known = found;
        if (names.length > 0) await changed(names);
      };
      for (let pulse = 1; ; pulse++) {
        await wait(PULSE, undefined, { signal, ref: false });
        await this.freshen();
        if (pulse % CHECK === 0) await checkTriggers(connection, triggers);
      }
    } finally {
      connection.destroy();
    }
  }
}

/** Throws where triggers are missing. */
async function checkTriggers(connection: Connection, { prefix, count }: ChangeTriggers): Promise<void> {
  const start = `${prefix}${TRIGGER}`;
  const sql = `select count(*) as count from information_schema.triggers
    where trigger_schema = database() and left(trigger_name, ?) = ?`;
  const [rows] = await connection.execute<RowDataPacket[]>({ sql, timeout: TIMEOUT }, [start.length, start]);
  if (Number(rows[0]!.count) < count) throw new Error('triggers that count changes are missing');
}

/** How many changes each table has had, if that is not what is known: counts only grow, and so does their sum. */
async function changedCountsOn(connection: Connection, known: ReadonlyMap<string, number>) {
  const sql = `select sum(changes) as changes from ${CHANGES}`;
  const [rows] = await connection.execute<RowDataPacket[]>({ sql, timeout: TIMEOUT });
  const sum = [...known.values()].reduce((before, changes) => before + changes, 0);
  return Number(rows[0]!.changes) === sum ? undefined : countsOn(connection);
}

/** How many changes each table has had. */
async function countsOn(connection: Connection): Promise<ReadonlyMap<string, number>> {
  const sql = `select name, sum(changes) as changes from ${CHANGES} group by name`;
  const [rows] = await connection.execute<RowDataPacket[]>({ sql, timeout: TIMEOUT });
  return new Map(rows.map(({ name, changes }) => [name, changes]));
}
