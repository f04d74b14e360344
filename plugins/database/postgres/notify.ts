import { type Kysely, sql } from 'kysely';
import { PluginError } from '../../../core/index.ts';
import { isSiteTable, type Tables } from '../tables.ts';

/** The name of the trigger that notifies of changes, one for each table. */
const TRIGGER = 'tappet_notify';

/**
 * The expression for the channel of a site's changes, of which the payload is the name of a table without prefix. Sites in one
 * database, in other schemas or under other prefixes, have channels of their own. Hosts of versions before listen on another,
 * `tappet_changes`, on which the triggers `tappet_tell` that they have made go on to notify.
 */
const channel = (schema: string, prefix: string): string =>
  `'tappet_' || to_hex(hashtextextended(${schema} || '.' || ${prefix}, 0))`;

/** The query for the channel of a site; its parameter is the prefix. */
export const CHANNEL_QUERY = `select ${channel('current_schema()', '$1::text')} as channel`;

/**
 * Gives the site's tables that have none a trigger which notifies of changes when they are committed, from any program.
 * Run in a transaction that holds the lock of migrations.
 */
export async function notifyChanges(db: Kysely<Tables>, prefix: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and starts_with(c.relname, ${prefix})
      and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = ${TRIGGER})`.execute(db);
  const missing = rows.map(({ name }) => name).filter((name) => isSiteTable(name.slice(prefix.length)));
  if (missing.length === 0) return;
  const notify = sql.table(`${prefix}${TRIGGER}`);
  const own = sql.raw(channel('tg_table_schema', 'left(tg_table_name, -length(tg_argv[0]))'));
  await sql`create or replace function ${notify}() returns trigger language plpgsql as
    $$ begin perform pg_notify(${own}, tg_argv[0]); return null; end $$`.execute(db);
  for (const table of missing) {
    await sql`create trigger ${sql.ref(TRIGGER)}
      after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${notify}(${sql.lit(table.slice(prefix.length))})`.execute(db);
  }
}

/**
 * Refuses a server that has not taken the schema which an address names in its `options`: poolers are often told to ignore
 * these, and the site would be looked for, and made, in another schema.
 */
export async function checkSchema(db: Kysely<Tables>, url: string): Promise<void> {
  const options = new URL(url).searchParams.get('options') ?? '';
  // A backslash stands before a space that is a part of it.
  const wanted = /-c\s*search_path=((?:\\.|\S)+)/.exec(options)?.[1]?.replace(/\\(.)/g, '$1');
  if (wanted === undefined) return;
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db);
  if (rows[0]!.path === wanted) return;
  throw new PluginError(
    `database: the server, or a pooler before it, ignores the options of the address: search_path is ${rows[0]!.path}; leave them out, and run: alter role USER in database NAME set search_path = ${wanted}`,
  );
}
