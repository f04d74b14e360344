import type { CommandDefinition, LocatedPlugin } from '../../core/index.ts';
import type { Host } from '../create-host.ts';
import { LIST_FLAGS, printRows } from './output.ts';

/** `plugin list`: the plugins in the order in which they were set up, then those that are switched off. */
export const pluginList = (host: Host): CommandDefinition => ({
  name: 'plugin list',
  summary: 'List the plugins: in loading order, then those that are disabled.',
  flags: LIST_FLAGS,
  async run(context) {
    const { plugins, inactive } = host.generation;
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
    printRows(
      context,
      ['name', 'status', 'version', 'location', 'description'],
      [...plugins.map(row('active')), ...inactive.map(row('inactive')), ...disabled],
      ['capabilities'],
    );
  },
});
