import { CommandError, type PluginHost } from '../../core/index.ts';
import { pagesOf } from './copy/pages.ts';
import { isThere, withSnapshot } from './copy/snapshot.ts';
import type { Database } from './database.ts';
import { refuseNewer } from './migrations.ts';
import type { OpenDatabase } from './open.ts';

/** The options that say which plugins are switched on and off. */
const SWITCHES = /^tappet_\w+_plugins$/;

/** Has a site in memory run the plugins that are switched on in the database of an address, which is only read. */
export async function switchAsIn(address: string, { insertAll, prefix }: Database): Promise<void> {
  if (!isThere(address)) return;
  await withSnapshot(address, prefix, async ({ db, tables }) => {
    const options = tables.get('options');
    if (options === undefined) return;
    const columns = ['option_id', 'option_name', 'option_value', 'autoload'];
    for await (const rows of pagesOf(db, { ...options, columns })) {
      const switches = rows.filter(({ option_name }) => SWITCHES.test(String(option_name)));
      await insertAll('options', switches);
    }
  });
}

/** The steps that have been taken in the database of an address. */
async function stepsIn(address: string, prefix: string): Promise<ReadonlySet<string>> {
  if (!isThere(address)) return new Set();
  return withSnapshot(address, prefix, async ({ db, names }) => {
    const name = `${prefix}tappet_migrations`;
    if (names.has(name)) {
      const rows = await db.selectFrom(name).select('name').execute();
      return new Set(rows.map((row) => String(row.name)));
    }
    if (!names.has(`${prefix}posts`)) return new Set();
    throw new CommandError('the site is of another program, whose tables stay as they are');
  });
}

/**
 * Adds `db migrate` to the command line.
 *
 * @param looked the address of a database that is only looked at, while the site in memory has taken all steps
 */
export function addMigrateCommand(
  host: PluginHost,
  { database, migrations, analyze, atLength }: OpenDatabase,
  looked: string | undefined,
): void {
  host.command({
    name: 'db migrate',
    summary: 'Brings the tables up to date, and lists the steps that have been taken.',
    flags: { '--dry-run': 'Lists the steps that would be taken, and changes nothing.' },
    run: async ({ print, flags }) => {
      // Every plugin takes its missing steps when it is set up, which has happened by now.
      const steps = [...(await migrations.applied())].sort();
      if (looked === undefined) {
        if (flags['dry-run'] === true) throw new CommandError('the plugins are set up already, with their steps');
        for (const step of steps) print(step);
        await atLength(analyze);
        return print(`Success: the database is up to date (${steps.length} steps).`);
      }
      const taken = await stepsIn(looked, database.prefix);
      // Steps are in their order, so that the last one of each plugin remains.
      const last = new Map(steps.map((step) => step.split(':') as [plugin: string, name: string]));
      for (const [plugin, name] of last) refuseNewer(plugin, name, taken);
      const missing = steps.filter((step) => !taken.has(step));
      for (const step of missing) print(step);
      print(`Success: nothing was changed; ${missing.length} steps would be taken.`);
    },
  });
}
