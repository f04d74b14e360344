import { createInterface } from 'node:readline/promises';
import { type CommandContext, type CommandDefinition, CommandError, PluginManager } from '../../core/index.ts';
import { LIST_FLAGS, PluginChangeError } from '../../core/plugin/index.ts';
import type { Host } from '../create-host.ts';
import type { Approve } from '../packages/plugin-packages.ts';
import type { InstalledPackage } from '../packages/site-package.ts';
import { capabilityLine } from './capability-lines.ts';

const YES = { '--yes': 'Approve the capabilities that are asked for.' };

/** Runs `work`; a change that is refused is printed in one line. */
async function refusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PluginChangeError ? new CommandError(error.message) : error;
  }
}

/** Asks on the terminal whether a plugin may have capabilities; `--yes` answers where nobody can be asked. */
const approval =
  ({ flags, print }: Pick<CommandContext, 'flags' | 'print'>): Approve =>
  async ({ plugin, version, capabilities }) => {
    print(`Plugin '${plugin}' ${version} asks for capabilities:`);
    for (const capability of capabilities) print(capabilityLine(capability));
    if (flags.yes === true) return true;
    if (!process.stdin.isTTY) throw new CommandError('nobody can be asked here; approve them with --yes');
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await lines.question('Approve them? [y/N] ');
    lines.close();
    return /^y(?:es)?$/i.test(answer.trim());
  };

const described = ({ plugin, version, name }: InstalledPackage): string => `'${plugin}' ${version} (${name})`;

/** `plugin install PACKAGES`: adds packages of plugins to the site. */
export const pluginInstall = (host: Host): CommandDefinition => ({
  name: 'plugin install',
  summary: 'Install plugins from the npm registry, or from a file; they run at once.',
  args: '<packages...>',
  flags: YES,
  async run(context) {
    const packages = context.args.packages as string[];
    for (const spec of packages) {
      const installed = await refusable(() => host.packages.install(spec, approval(context)));
      context.print(`Plugin ${described(installed)} installed.`);
    }
    context.print(`Success: Installed ${packages.length} of ${packages.length} plugins.`);
  },
});

/** `plugin update [PLUGINS]`: installs the newest versions of plugins. */
export const pluginUpdate = (host: Host): CommandDefinition => ({
  name: 'plugin update',
  summary: 'Update installed plugins; one that does not run is rolled back.',
  args: '[plugins...]',
  flags: {
    '--all': 'Update all that are installed.',
    '--to <version>': 'The version to update to; the newest when left out.',
    ...YES,
  },
  async run(context) {
    const { args, flags, print } = context;
    const named = (args.plugins ?? []) as string[];
    const all = flags.all === true;
    if (named.length === 0 && !all) throw new CommandError('name plugins to update, or give --all');
    const plugins = all ? (await refusable(() => host.packages.outdated())).map(({ plugin }) => plugin) : named;
    for (const plugin of plugins) {
      const update = () => host.packages.update(plugin, approval(context), flags.to as string | undefined);
      print(`Plugin ${described(await refusable(update))} updated.`);
    }
    print(`Success: Updated ${plugins.length} of ${plugins.length} plugins.`);
  },
});

/** `plugin rollback PLUGIN`: goes back to the version before the last update. */
export const pluginRollback = (host: Host): CommandDefinition => ({
  name: 'plugin rollback',
  summary: 'Go back to the version of a plugin that its last update replaced.',
  args: '<plugin>',
  flags: YES,
  async run(context) {
    const installed = await refusable(() => host.packages.rollback(String(context.args.plugin), approval(context)));
    context.print(`Success: Plugin ${described(installed)} rolled back.`);
  },
});

/** `plugin remove PLUGINS`: deactivates plugins and takes their packages out of the site. */
export const pluginRemove = (host: Host): CommandDefinition => ({
  name: 'plugin remove',
  summary: 'Deactivate installed plugins and take their packages out.',
  args: '<plugins...>',
  async run({ args, print }) {
    const plugins = args.plugins as string[];
    for (const given of plugins) {
      await refusable(async () => {
        const { plugin } = host.packages.find(given);
        const manager = host.generation.services.find(PluginManager)!;
        await manager.deactivate(plugin);
        await manager.delete(plugin);
      });
      print(`Plugin '${given}' removed.`);
    }
    print(`Success: Removed ${plugins.length} of ${plugins.length} plugins.`);
  },
});

/** `plugin search [WORDS]`: finds packages of plugins on the registry. */
export const pluginSearch = (host: Host): CommandDefinition => ({
  name: 'plugin search',
  summary: 'Find plugins on the npm registry.',
  args: '[words...]',
  flags: LIST_FLAGS,
  async run({ args, printRows }) {
    const words = ((args.words ?? []) as string[]).join(' ');
    const found = await refusable(() => host.packages.search(words));
    printRows(
      ['name', 'version', 'description'],
      found.map(({ name, version, description }) => ({ name, version, description })),
    );
  },
});

/** `plugin outdated`: lists the installed plugins with newer versions. */
export const pluginOutdated = (host: Host): CommandDefinition => ({
  name: 'plugin outdated',
  summary: 'List the installed plugins of which there are newer versions.',
  flags: LIST_FLAGS,
  async run({ printRows }) {
    const rows = await refusable(() => host.packages.outdated());
    printRows(
      ['plugin', 'package', 'version', 'latest'],
      rows.map((row) => ({ ...row })),
    );
  },
});
