/**
 * Plugins that run in a worker thread. `isolate.ts` is one worker, `worker-supervisor.ts` starts workers for a generation,
 * `values.ts` copies values between host and worker. `worker.ts` and `worker-host.ts` run in the worker, and
 * `deny-modules.ts` says which modules plugins may not import there.
 */
import { type Capability, definePlugin, type PluginDefinition, PluginError } from '../../core/index.ts';
import { deniedModules } from './deny-modules.ts';
import { Isolate } from './isolate.ts';
import type { IsolationSettings } from './settings.ts';
import { WorkerSupervisor } from './worker-supervisor.ts';

/** How long a worker that has loaded its plugin waits for setup, in milliseconds. */
const SETUP_WAIT = 5000;

/** The capabilities that a source lists; none if it does not list them exactly once. */
function capabilitiesIn(source: string): Capability[] {
  const lists = [...source.matchAll(/\bcapabilities:\s*\[([^\]]*)\]/g)];
  if (lists.length !== 1) return [];
  return [...lists[0]![1]!.matchAll(/['"]([^'"]+)['"]/g)].map((match) => match[1] as Capability);
}

/**
 * Loads a plugin in a worker, and returns a definition whose setup runs the plugin there; undefined if the plugin turns
 * out not to be isolated.
 *
 * @throws PluginError for a plugin that cannot be loaded.
 */
export async function loadIsolated(
  plugin: { readonly name: string; readonly location: string; readonly entry: string },
  source: string,
  settings: IsolationSettings,
): Promise<PluginDefinition | undefined> {
  const { name, location, entry } = plugin;
  const capabilities = capabilitiesIn(source);
  const start = () => {
    const network = capabilities.includes('network');
    return new Isolate({ entry, location, denied: deniedModules(capabilities), network }, settings);
  };
  let warm: Isolate | undefined = start();
  const fail = (message: string, cause?: unknown): never => {
    warm?.stop('was not needed');
    throw new PluginError(`${location}: ${message}`, { plugin: name, cause });
  };
  const described = await warm.described.catch((error: Error) => fail(`cannot be loaded: ${error.message}`, error));
  if (described.isolated !== true) {
    warm.stop('was not needed');
    return undefined;
  }
  const undeclared = capabilities.filter((capability) => !described.capabilities?.includes(capability));
  if (undeclared.length > 0 || capabilities.length !== (described.capabilities?.length ?? 0)) {
    fail('is isolated, so its capabilities must be written out once, as a list, in the file that it starts in');
  }
  // The plugin is never set up if it is inactive, or if the generation cannot be built.
  setTimeout(() => {
    warm?.stop('was not needed');
    warm = undefined;
  }, SETUP_WAIT).unref();
  return definePlugin({
    ...described,
    async setup(host, options) {
      const { brand, ...site } = host.site;
      const input = { options, site, brand: { name: brand.name, apiLinkRelation: brand.apiLinkRelation } };
      const supervisor = new WorkerSupervisor(host, input, () => {
        const next = warm === undefined || warm.over !== undefined ? start() : warm;
        warm = undefined;
        return next;
      });
      try {
        await supervisor.begin();
      } catch (error) {
        // The worker's own `PluginError` needs no other words.
        if ((error as Error).name !== 'PluginError') throw error;
        throw new PluginError((error as Error).message, { plugin: name, cause: error });
      }
      return () => supervisor.dispose();
    },
  });
}
