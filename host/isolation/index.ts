/**
 * Plugins that are isolated. `bundle.ts` makes one script of a plugin; `sandbox.ts` runs it in QuickJS in a thread of its
 * own (`sandbox-worker.ts`, `operations.ts`), `child.ts` in a process under Node's permission model. To the host both are a
 * `transport.ts`: `compartment.ts` speaks with one, and `supervisor.ts` starts them for a generation. `guest/` is what runs
 * beside the plugin, and is bundled with it. What crosses is written and read by `codec.ts` and `crossing.ts`, which trust
 * nobody.
 */
import { join, resolve } from 'node:path';
import { type Capability, definePlugin, type PluginDefinition, PluginError } from '../../core/index.ts';
import { bundlePlugin } from './bundle.ts';
import { type Folders, prepareFolders, startChild } from './child.ts';
import { Compartment } from './compartment.ts';
import { startSandbox } from './sandbox.ts';
import type { IsolationMode, IsolationSettings } from './settings.ts';
import { Supervisor } from './supervisor.ts';
import type { CompartmentStart } from './transport.ts';

/** How long a compartment that has loaded its plugin waits for setup, in milliseconds. */
const SETUP_WAIT = 20_000;

/** Settings of the host that hold what is not an isolated plugin's affair. */
const SECRET_SETTINGS: readonly string[] = [
  'database',
  'databaseListen',
  'databaseReplica',
  'options',
  'plugins',
  'hooks',
];

/** The capabilities that a source lists; none if it does not list them exactly once. */
function capabilitiesIn(source: string): Capability[] {
  const lists = [...source.matchAll(/\bcapabilities:\s*\[([^\]]*)\]/g)];
  if (lists.length !== 1) return [];
  return [...lists[0]![1]!.matchAll(/['"]([^'"]+)['"]/g)].map((match) => match[1] as Capability);
}

const spelt = (mode: unknown): string => (mode === 'process' ? "isolated: 'process'" : 'isolated: true');

/**
 * Loads a plugin where it is isolated, and returns a definition whose setup runs the plugin there.
 *
 * @param mode - Where it runs, as its source says.
 * @throws PluginError for a plugin that cannot be loaded.
 */
export async function loadIsolated(
  plugin: { readonly name: string; readonly location: string; readonly entry: string; readonly folder: string },
  mode: IsolationMode,
  source: string,
  settings: IsolationSettings,
): Promise<PluginDefinition> {
  const { name, location, entry, folder } = plugin;
  const capabilities = capabilitiesIn(source);
  let warm: Compartment | undefined;
  const fail = (message: string, cause?: unknown): never => {
    warm?.stop('was not needed');
    throw new PluginError(`${location}: ${message}`, { plugin: name, cause });
  };
  if (mode === true && capabilities.includes('files'))
    fail("is isolated where there are no files; take files out of its capabilities, or say isolated: 'process'");
  const network = capabilities.includes('network');
  const dataFolder = capabilities.includes('files') ? join(resolve(settings.dataFolder), name) : undefined;
  let folders: Folders = { folder, dataFolder };
  try {
    if (mode === 'process') folders = prepareFolders(folders);
  } catch (error) {
    fail((error as Error).message, error);
  }
  const script = await bundlePlugin({ entry, mode, network }).catch((error: Error) =>
    fail(`cannot be loaded: ${error.message}`, error),
  );
  const { memory, timeout, startTimeout, messageLimit } = settings;
  const input: CompartmentStart = {
    ...folders,
    script,
    name,
    memory,
    timeout,
    startTimeout,
    messageLimit,
    network,
  };
  const startIn = mode === true ? startSandbox : startChild;
  const start = () => new Compartment((deliver) => startIn(input, deliver), settings);
  warm = start();
  const described = await warm.described.catch((error: Error) => fail(`cannot be loaded: ${error.message}`, error));
  if (described.isolated !== mode) {
    fail(`its source says ${spelt(mode)}, and what it defines does not; write it in its definition, or take it out`);
  }
  const declared = Array.isArray(described.capabilities) ? described.capabilities : [];
  if (capabilities.length !== declared.length || !capabilities.every((capability) => declared.includes(capability))) {
    fail('is isolated, so its capabilities must be written out once, as a list, in the file that it starts in');
  }
  for (const setting of Object.keys(described.settings ?? {})) {
    const isGiven = setting === 'database' && declared.includes('database');
    if (SECRET_SETTINGS.includes(setting) && !isGiven)
      fail(`takes the setting "${setting}", which an isolated plugin cannot; take it out of its settings`);
  }
  // The plugin is never set up if it is inactive, or if the generation cannot be built.
  setTimeout(() => {
    warm?.stop('was not needed');
    warm = undefined;
  }, SETUP_WAIT).unref();
  return definePlugin({
    ...described,
    async setup(host, options) {
      // The secrets of an installation are not for others.
      const { brand, wordpress: _, ...site } = host.site;
      const given = {
        options,
        location,
        site,
        brand: { name: brand.name, apiLinkRelation: brand.apiLinkRelation },
      };
      const supervisor = new Supervisor(host, given, () => {
        const next = warm === undefined || warm.over !== undefined ? start() : warm;
        warm = undefined;
        return next;
      });
      try {
        await supervisor.begin();
      } catch (error) {
        // The plugin's own `PluginError` needs no other words.
        if ((error as Error).name !== 'PluginError') throw error;
        throw new PluginError((error as Error).message, { plugin: name, cause: error });
      }
      return () => supervisor.dispose();
    },
  });
}
