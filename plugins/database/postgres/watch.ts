import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { WatchEvents, Watching } from '../../../core/cache/index.ts';
import { isSiteTable, type Tables } from '../tables.ts';

/** The channel of notifications of changes. The payload is the name of a table without prefix. */
const CHANNEL = 'tappet_changes';

/** The name of the trigger that notifies of changes, one for each table. */
const TRIGGER = 'tappet_tell';

/** How often the connection to the server is checked, and the pause before the next try, in milliseconds. */
const PULSE = 300;
const RETRY = 1000;

/**
 * Gives the site's tables that have none a trigger which notifies of changes when they are committed, from any program.
 * Run in a transaction that holds the lock of migrations.
 */
export async function tellChanges(db: Kysely<Tables>, prefix: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and starts_with(c.relname, ${prefix})
      and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = ${TRIGGER})`.execute(db);
  const missing = rows.map(({ name }) => name).filter((name) => isSiteTable(name.slice(prefix.length)));
  if (missing.length === 0) return;
  const tell = sql.table(`${prefix}tappet_tell`);
  await sql`create or replace function ${tell}() returns trigger language plpgsql as
    'begin perform pg_notify(''${sql.raw(CHANNEL)}'', tg_argv[0]); return null; end'`.execute(db);
  for (const table of missing) {
    await sql`create trigger ${sql.ref(TRIGGER)}
      after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${tell}(${sql.lit(table.slice(prefix.length))})`.execute(db);
  }
}

/** Listens for changes on a connection of its own, which is opened anew when it is lost. */
export function watchServer(url: string, { changed, sees }: WatchEvents): Watching {
  let over = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isSeeing = false;

  const lose = (lost: pg.Client): void => {
    if (client !== lost) return;
    client = undefined;
    clearInterval(timer);
    if (isSeeing) sees(false);
    isSeeing = false;
    lost.end().catch(() => undefined);
    if (!over) timer = setTimeout(connect, RETRY).unref();
  };

  /** A server that does not answer in time may have changed without a notification. */
  const makeSure = (of: pg.Client): void => {
    let isAnswered = true;
    timer = setInterval(() => {
      if (!isAnswered) return lose(of);
      isAnswered = false;
      of.query('select 1').then(
        () => {
          isAnswered = true;
        },
        () => lose(of),
      );
    }, PULSE).unref();
  };

  const connect = (): void => {
    const opened = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10 * RETRY });
    client = opened;
    opened.on('error', () => lose(opened));
    opened.on('end', () => lose(opened));
    opened.on('notification', ({ payload = '' }) => changed([payload]));
    opened
      .connect()
      .then(() => opened.query(`listen ${CHANNEL}`))
      .then(() => {
        if (client !== opened) return;
        isSeeing = true;
        sees(true);
        // Notifications from before the connection listened are lost.
        changed();
        makeSure(opened);
      })
      .catch(() => lose(opened));
  };

  connect();
  return {
    stop: async () => {
      over = true;
      const last = client;
      client = undefined;
      clearTimeout(timer);
      clearInterval(timer);
      await last?.end().catch(() => undefined);
    },
  };
}
