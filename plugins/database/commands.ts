import { CommandError, type PluginHost } from '../../core/index.ts';
import type { OpenDatabase } from './open.ts';

/** Adds `db migrate` and `db check` to the command line. */
export function addCommands(
  host: PluginHost,
  { migrations, reindex }: OpenDatabase,
  check: () => Promise<string[]>,
): void {
  host.command({
    name: 'db migrate',
    summary: 'Brings the tables up to date, and lists the steps that have been taken.',
    run: async ({ print }) => {
      // Every plugin takes its missing steps when it is set up, which has happened by now.
      const applied = [...(await migrations.applied())].sort();
      for (const name of applied) print(name);
      print(`Success: the database is up to date (${applied.length} steps).`);
    },
  });
  host.command({
    name: 'db reindex',
    summary: 'Makes anew what is derived from items and terms: counts, items by term, and the index of texts.',
    run: async ({ print, progress }) => {
      await reindex((left) => progress(`${left} texts to be indexed`));
      print('Success: what is derived was made anew.');
    },
  });
  host.command({
    name: 'db check',
    summary: 'Checks that the database can be read and is sound.',
    run: async ({ print }) => {
      const problems = await check();
      if (problems.length > 0) throw new CommandError(`the database has problems: ${problems.join('; ')}`);
      print('Success: the database is sound.');
    },
  });
}
