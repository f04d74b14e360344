import { CAPABILITIES, listPermissions } from '../../core/base/index.ts';
import { type CommandDefinition, CommandError } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { HookEntry } from './reference.ts';

/** `docs services`: lists the services, the plugins that give and use them, and the capabilities that they need. */
export const docsServices: CommandDefinition = {
  name: 'docs services',
  summary: 'List the services: whose they are, who uses them, and the capabilities that they need.',
  args: '[name]',
  flags: LIST_FLAGS,
  async run({ args, generation, printRows }) {
    const all = generation.services.list();
    const services = args.name === undefined ? all : all.filter(({ name }) => name === args.name);
    if (services.length === 0) throw new CommandError(`there is no service "${args.name}"; docs services lists them`);
    printRows(
      ['name', 'plugin', 'capabilities', 'users'],
      services.map(({ name, owner, users, token }) => ({
        name,
        plugin: owner,
        capabilities: listPermissions(token?.requiredPermissions).join(' '),
        users: users.join(' '),
      })),
    );
  },
};

/** `docs capabilities`: lists what a plugin may ask for, and the hooks and services that need it. */
export const docsCapabilities = (reference: () => HookEntry[]): CommandDefinition => ({
  name: 'docs capabilities',
  summary: 'List the capabilities of plugins: what each gives, and the hooks and services that need it.',
  flags: LIST_FLAGS,
  async run({ generation, printRows }) {
    const [hooks, services] = [reference(), generation.services.list()];
    const needed = services.map(({ name, token }) => ({ name, needs: listPermissions(token?.requiredPermissions) }));
    const namesOf = (entries: readonly { name: string; needs: readonly string[] }[], capability: string) =>
      entries
        .filter(({ needs }) => needs.includes(capability))
        .map(({ name }) => name)
        .join(' ');
    printRows(
      ['capability', 'gives'],
      Object.entries(CAPABILITIES).map(([capability, gives]) => ({
        capability,
        gives,
        hooks: namesOf(hooks, capability),
        services: namesOf(needed, capability),
      })),
      ['hooks', 'services'],
    );
  },
});
