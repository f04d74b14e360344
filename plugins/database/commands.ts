import { CommandError, type PluginHost } from '../../core/index.ts';
import type { DatabaseCheck } from './check.ts';
import type { OpenDatabase } from './open.ts';

/** Adds `db reindex` and `db check` to the command line. */
export function addCommands(host: PluginHost, open: OpenDatabase): void {
  const { reindex, checks, atLength, removeOwn } = open;
  if (removeOwn !== undefined) {
    host.command({
      name: 'db drop-derived',
      summary: 'Drops the tables and triggers of ours that --derive made in the database of another program.',
      run: async ({ print }) => {
        const names = await removeOwn();
        for (const name of names) print(name);
        print(`Success: ${names.length} tables and triggers of ours were dropped.`);
      },
    });
  }
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
    summary: 'Checks that the database can be read and is sound, and that all counts are right.',
    flags: { '--repair': 'Makes counts right that are not.' },
    run: ({ print, flags }) => atLength(() => check(checks, print, flags.repair === true)),
  });
}

/** Prints what is wrong, and makes right what can be. Throws a `CommandError` where anything is wrong in the end. */
async function check(checks: readonly DatabaseCheck[], print: (line: string) => void, repairs: boolean): Promise<void> {
  const problems = await problemsOf(checks);
  for (const line of problems) print(line);
  if (problems.length > 0 && !repairs) {
    throw new CommandError('the database has problems; "tappet db check --repair" makes counts right');
  }
  if (problems.length === 0) return print('Success: the database is sound.');
  // The checks are in order: what later ones count with has been made right before.
  for (const one of checks) if ((await one.find()).length > 0) await one.repair();
  const left = await problemsOf(checks);
  if (left.length > 0) throw new CommandError(`the database still has problems: ${left.join('; ')}`);
  print('Success: the database has been made sound.');
}

async function problemsOf(checks: readonly DatabaseCheck[]): Promise<string[]> {
  const problems: string[] = [];
  for (const check of checks) problems.push(...(await check.find()));
  return problems;
}
