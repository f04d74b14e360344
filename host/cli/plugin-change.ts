import { type CommandDefinition, CommandError, PluginManager } from '../../core/index.ts';
import { PluginChangeError } from '../../core/plugin/index.ts';
import type { Host } from '../create-host.ts';
import { capabilityLine } from './capability-lines.ts';

const WORDS = {
  activate: ['Activate plugins.', 'activated', 'Activated'],
  deactivate: ['Deactivate plugins.', 'deactivated', 'Deactivated'],
  resume: ['Take plugins back that were quarantined because they kept failing.', 'resumed', 'Resumed'],
  delete: ['Delete plugins that were dropped in.', 'deleted', 'Deleted'],
} as const;

/** The capabilities of an activated plugin, a line each. */
function capabilityLines(host: Host, name: string): string[] {
  const { capabilities = [] } = host.generation.plugins.find(({ definition }) => definition.name === name)!.definition;
  return capabilities.map(capabilityLine);
}

/** `plugin activate|deactivate|resume|delete NAMES`: changes plugins one after another, and stops at the first failure. */
const change =
  (action: keyof typeof WORDS) =>
  (host: Host): CommandDefinition => ({
    name: `plugin ${action}`,
    summary: WORDS[action][0],
    args: '<plugins...>',
    async run({ args, print }) {
      const names = args.plugins as string[];
      const manager = host.generation.services.find(PluginManager)!;
      const [, done, Done] = WORDS[action];
      for (const name of names) {
        try {
          await manager[action](name);
        } catch (error) {
          throw error instanceof PluginChangeError ? new CommandError(error.message) : error;
        }
        print(`Plugin '${name}' ${done}.`);
        if (action === 'activate') for (const line of capabilityLines(host, name)) print(line);
      }
      print(`Success: ${Done} ${names.length} of ${names.length} plugins.`);
    },
  });

export const pluginActivate = change('activate');
export const pluginDeactivate = change('deactivate');
export const pluginResume = change('resume');
export const pluginDelete = change('delete');
