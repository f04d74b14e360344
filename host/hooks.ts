import type { Generation } from '../core/generation.ts';
import { anyValue, asyncAction, asyncFilter, filter } from '../core/hooks/index.ts';

/** How long a tap may take once the process listens, in milliseconds. */
const LISTENING_TIMEOUT = 60_000;

/** The hooks that the host fires: when it starts, listens, switches plugins and runs commands. */
export const hostHooks = {
  site_home: filter<[home: string]>({
    params: ['home'],
    requiredPermissions: 'requests',
    meaning: 'Says what the address of the site is, where no setting does; without a tap it is where the host listens.',
  }),
  host_listening: asyncAction<[address: string, print: (line: string) => void]>({
    params: ['address', 'print'],
    meaning: 'Fires once the serving process listens, before it answers; what its operator is to know is printed here.',
    timeout: LISTENING_TIMEOUT,
  }),
  worker_answer: asyncFilter<[answer: unknown, topic: string]>({
    params: ['answer', 'topic'],
    value: anyValue,
    requiredPermissions: 'pages',
    meaning:
      'Says what this of several workers answers when one of them asks all on a topic; a plugin answers its own.',
  }),
  activated_plugin: asyncAction<[plugin: string]>({
    params: ['plugin'],
    requiredPermissions: 'plugins',
    meaning: 'Fires once a plugin was switched on, in the generation that it runs in.',
  }),
  deactivate_plugin: asyncAction<[plugin: string]>({
    params: ['plugin'],
    requiredPermissions: 'plugins',
    meaning: 'Fires before a plugin is switched off, in the generation that it still runs in.',
  }),
  deleted_plugin: asyncAction<[plugin: string]>({
    params: ['plugin'],
    requiredPermissions: 'plugins',
    meaning: 'Fires once a plugin that was dropped in was deleted.',
  }),
  before_invoke: asyncAction<[command: string, flags: readonly string[]]>({
    params: ['command', 'flags'],
    requiredPermissions: 'plugins',
    meaning:
      'Fires before a command of the command line is run in this host, with the names of the flags that it was given.',
  }),
};

/** Declares the host's hooks in a generation, before its plugins are set up; they are the runtime's, as core's are. */
export const declareHostHooks = ({ hooks }: Generation): void => hooks.declare('core', hostHooks);

type HostHooks = typeof hostHooks;

declare module '../core/hooks/catalogue.ts' {
  interface HookCatalogue extends HostHooks {}
}
