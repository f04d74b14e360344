import type { CommandDefinition } from '../../core/index.ts';
import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Host } from '../create-host.ts';

/** The columns with the reasons of skipped plugins; shown if there are any. */
const REASON_COLUMNS = ['reason', 'hook', 'failures', 'since'];

/** `plugin list`: the plugins in the order of setting up, then those that do not run. */
export const pluginList = (host: Host): CommandDefinition => ({
  name: 'plugin list',
  summary: 'List the plugins: in loading order, then those that are broken, quarantined, inactive and disabled.',
  flags: LIST_FLAGS,
  async run(context) {
    const { plugins, inactive, skipped } = host.generation;
    const row =
      (status: string) =>
      ({ definition, location }: LocatedPlugin) => ({
        name: definition.name,
        status,
        version: definition.version,
        location,
        description: definition.description,
        capabilities: (definition.capabilities ?? []).join(' '),
      });
    const disabled = host.plugins.disabled.map(({ name, location }) => ({ name, status: 'disabled', location }));
    const skippedRows = skipped.map(({ plugin, why }) => ({
      ...row(why.status)(plugin),
      hook: why.hook,
      failures: why.failures,
      since: why.at.toISOString(),
      reason: why.message,
    }));
    context.printRows(
      ['name', 'status', 'version', 'location', 'description', ...(skippedRows.length === 0 ? [] : REASON_COLUMNS)],
      [...plugins.map(row('active')), ...skippedRows, ...inactive.map(row('inactive')), ...disabled],
      ['capabilities'],
    );
  },
});
