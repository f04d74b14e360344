import { CommanderError } from 'commander';
import type { CommandDefinition } from '../../core/index.ts';
import { actingAs } from '../acting.ts';
import type { OwnWorker } from '../cluster/worker.ts';
import { readSettings } from '../config/index.ts';
import type { Settings } from '../config/settings.ts';
import { readWordPress, type WordPress } from '../config/wordpress/index.ts';
import { createHost, type Host } from '../create-host.ts';
import { compatibility } from './compat.ts';
import { doctorBisect } from './doctor-bisect.ts';
import { hookExplain } from './hook-explain.ts';
import { hookList } from './hook-list.ts';
import { hookShow } from './hook-show.ts';
import { hookTrace } from './hook-trace.ts';
import type { HostlessCommand } from './hostless.ts';
import { pluginActivate, pluginDeactivate, pluginDelete, pluginResume } from './plugin-change.ts';
import { pluginCheck } from './plugin-check.ts';
import { pluginGraph } from './plugin-graph.ts';
import { pluginList } from './plugin-list.ts';
import { pluginNew } from './plugin-new.ts';
import { pluginPack, pluginPublish } from './plugin-pack.ts';
import {
  pluginInstall,
  pluginOutdated,
  pluginRemove,
  pluginRollback,
  pluginSearch,
  pluginUpdate,
} from './plugin-packages.ts';
import { addCommand, settingsProgram, unknownCommand } from './program.ts';
import { routeList } from './route-list.ts';
import { SERVE, serve } from './serve.ts';
import { test } from './test.ts';

/** Commands that run in a host. */
export const HOST_COMMANDS = [
  serve,
  pluginList,
  pluginGraph,
  pluginActivate,
  pluginDeactivate,
  pluginDelete,
  pluginResume,
  pluginSearch,
  pluginInstall,
  pluginUpdate,
  pluginOutdated,
  pluginRollback,
  pluginRemove,
  hookList,
  hookShow,
  hookExplain,
  hookTrace,
  routeList,
];

/** Commands that run without a host. */
export const HOSTLESS_COMMANDS: readonly HostlessCommand[] = [
  pluginNew,
  pluginCheck,
  pluginPack,
  pluginPublish,
  test,
  doctorBisect,
  compatibility,
];

/** The commands for which `--wordpress` names what they read: the site that they write into is that of the other settings. */
const READERS: ReadonlySet<string> = new Set(['import']);

/** The commands whose first argument is the address of the site that they run on. */
const NAMES_SITE: ReadonlySet<string> = new Set(['db copy']);

/** The command that tells with this flag what the setup of plugins would change. */
const isDryRun = (argv: readonly string[], words: readonly string[]): boolean =>
  words.slice(0, 2).join(' ') === 'db migrate' && argv.includes('--dry-run');

/** The installation that a command reads. */
async function readInstallation(path: string, read: () => Promise<Settings>): Promise<WordPress> {
  const { database: _own, ...settings } = await read();
  return readWordPress({ ...settings, wordpress: path });
}

const asksForHelp = (argv: readonly string[], words: readonly string[]): boolean =>
  words.length === 0 || words[0] === 'help' || argv.some((word) => word === '-h' || word === '--help');

/** Completes the settings of a run: help uses a database in memory, and only a server logs at the level `info`. */
function settingsFor(settings: Settings, help: boolean, serving: boolean): Settings {
  const logLevel = settings.logLevel ?? (serving ? 'info' : 'warn');
  return { ...settings, logLevel, ...(help ? { database: 'sqlite::memory:' } : {}) };
}

/** Runs a command that needs no host; returns false if the words are no such command. */
async function runHostless(
  argv: readonly string[],
  words: readonly string[],
  read: () => Promise<Settings>,
): Promise<boolean> {
  const definition = HOSTLESS_COMMANDS.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (definition === undefined) return false;
  const program = settingsProgram();
  addCommand(program, definition, (context) => definition.run(context, read));
  await program.parseAsync([...argv], { from: 'user' });
  return true;
}

/** Adds a command of a plugin. If it cannot be added, that is an error only for plugins that may not be skipped. */
function addPluginCommand(
  definition: Host['generation']['commands'][number],
  host: Host,
  add: (definition: CommandDefinition) => void,
): void {
  try {
    add(definition);
  } catch (error) {
    const { plugin, name } = definition;
    if (![...host.plugins.expendable].some((one) => one.definition.name === plugin)) throw error;
    process.stderr.write(`tappet: plugin "${plugin}" gives no command "${name}": ${lineOf(error)}\n`);
  }
}

async function runCommand(
  host: Host,
  argv: readonly string[],
  words: readonly string[],
  reread: () => Promise<Settings>,
  wordpress: WordPress | undefined,
  worker: OwnWorker | undefined,
): Promise<void> {
  const program = settingsProgram();
  for (const definition of HOSTLESS_COMMANDS)
    addCommand(program, definition, (context) => definition.run(context, reread));
  const add = (definition: CommandDefinition): void =>
    addCommand(program, definition, async (context) => {
      const { generation } = host;
      const given = Object.keys(context.flags).filter((flag) => context.flags[flag] !== undefined);
      const { name } = definition;
      const invoke = () =>
        definition.run({ ...context, ...(wordpress === undefined ? {} : { wordpress }), generation });
      // What a server does is done for its clients.
      if (name === 'serve') return invoke();
      await actingAs(generation.services, { command: name }, async () => {
        await generation.server.hooks.action('before_invoke').promise(name, given);
        await invoke();
      });
    });
  for (const make of HOST_COMMANDS) add(make(host, reread, worker));
  for (const definition of host.generation.commands) addPluginCommand(definition, host, add);
  if (words.length === 0) return program.outputHelp();
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.code !== 'commander.unknownCommand') throw error;
    throw new CommanderError(1, error.code, unknownCommand(program, words));
  }
}

/** Runs `serve` with workers, as their primary. */
async function runPrimary(argv: readonly string[], settings: Settings): Promise<void> {
  const { serveWithWorkers } = await import('./serve-workers.ts');
  const program = settingsProgram();
  addCommand(program, SERVE, ({ flags, print }) => serveWithWorkers(settings, flags.watch === true, print));
  await program.parseAsync([...argv], { from: 'user' });
}

/**
 * Runs the command line: reads settings, builds the host unless the command needs none, and runs it.
 * Throws the error of a command that fails; `exitCodeOf` and `lineOf` describe it.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const first = settingsProgram();
  const { operands, unknown } = first.parseOptions([...argv]);
  const help = asksForHelp(argv, operands);
  const { wordpress: path, ...others } = first.opts();
  const isReader = typeof path === 'string' && READERS.has(operands[0] ?? '');
  // Flags of a command hide what is behind them, and those of these commands have no values.
  const [address] = [...operands.slice(2), ...unknown.filter((word) => !word.startsWith('-'))];
  const site =
    NAMES_SITE.has(operands.slice(0, 2).join(' ')) && address !== undefined
      ? { database: address }
      : isDryRun(argv, operands)
        ? { databaseDryRun: true }
        : {};
  const read = async () => {
    const settings = { ...(await readSettings({ flags: isReader ? others : first.opts() })), ...site };
    // What is read has the names of that brand, and so has the site.
    return settingsFor(isReader ? { brand: 'wp', ...settings } : settings, help, operands[0] === 'serve');
  };
  if (await runHostless(argv, operands, read)) return;
  const wordpress = isReader ? await readInstallation(path, read) : undefined;
  const settings = await read();
  const hasWorkers = operands[0] === SERVE.name && settings.workers !== undefined && !help;
  const worker = hasWorkers ? (await import('../cluster/worker.ts')).ownWorker() : undefined;
  if (hasWorkers && worker === undefined) return runPrimary(argv, settings);
  const host = await createHost({ ...settings, ...(worker && { worker }) });
  try {
    await runCommand(host, argv, operands, read, wordpress, worker);
  } finally {
    await host.close();
  }
}

/** The exit code for an error of `run`; help and version are 0. */
export const exitCodeOf = (error: unknown): number => (error instanceof CommanderError ? error.exitCode : 1);

/** The line to print for an error of `run`; empty if commander has printed everything. */
export function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof CommanderError)) return error.message;
  if (error.exitCode === 0 || error.code === 'commander.help') return '';
  return error.message
    .replace(/^error: /, '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}
