import type { CommandDefinition, LocatedPlugin } from '../../core/index.ts';
import type { Host } from '../create-host.ts';
import { LIST_FLAGS, printRows } from './output.ts';

/** The columns that tell why plugins do not run that nobody switched off; shown when there are such. */
const WHY = ['reason', 'hook', 'failures', 'since'];

/** `plugin list`: the plugins in the order in which they were set up, then those that do not run. */
export const pluginList = (host: Host): CommandDefinition => ({
  name: 'plugin list',
  summary: 'List the plugins: in loading order, then those that are broken, set aside, inactive and disabled.',
  flags: LIST_FLAGS,
  async run(context) {
    const { plugins, inactive, leftOut } = host.generation;
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
    const left = leftOut.map(({ plugin, why }) => ({
      ...row(why.status)(plugin),
      hook: why.hook,
      failures: why.failures,
      since: why.at.toISOString(),
      reason: why.message,
    }));
    printRows(
      context,
      ['name', 'status', 'version', 'location', 'description', ...(left.length === 0 ? [] : WHY)],
      [...plugins.map(row('active')), ...left, ...inactive.map(row('inactive')), ...disabled],
      ['capabilities'],
    );
  },
});
