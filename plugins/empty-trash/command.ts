import { CommandError, type PluginHost } from '../../core/index.ts';
import { type EmptyServices, emptyTrash } from './empty.ts';

/** Adds `trash empty` to the command line. */
export function addCommand(
  host: PluginHost,
  services: EmptyServices,
  { days, most }: { days: number; most: number },
): void {
  host.command({
    name: 'trash empty',
    summary: 'Deletes for good what has been in the trash for some days.',
    flags: { '--days <days>': `For how many days at least: ${days}. 0 for all that is there.` },
    run: async ({ flags, print }) => {
      // An empty text, as of a variable without a value, is not to mean all that is there.
      const text = String(flags.days ?? days);
      const given = Number(text);
      if (!/^\d+$/.test(text) || given > most) {
        throw new CommandError(`--days "${flags.days}" is no whole number up to ${most}`);
      }
      let failures = 0;
      const onFailure: EmptyServices['onFailure'] = (error, type, id) => {
        failures++;
        print(`Warning: The ${type} ${id} could not be deleted: ${error instanceof Error ? error.message : error}`);
      };
      const deleted = await emptyTrash({ ...services, onFailure }, given, new AbortController().signal);
      if (failures > 0) throw new CommandError(`deleted ${deleted} from the trash; ${failures} could not be deleted`);
      print(`Success: Deleted ${deleted} from the trash.`);
    },
  });
}
