/**
 * Plugins that run in a worker thread. `isolate.ts` is one worker from start to end, `keeper.ts` keeps one running for a
 * generation, `values.ts` is what crosses between them; `worker.ts` and `worker-host.ts` are the other side, and
 * `denied.ts` is what it may not import.
 */
import { type Capability, definePlugin, type PluginDefinition, PluginError } from '../../core/index.ts';
import { deniedModules } from './denied.ts';
import { Isolate } from './isolate.ts';
import { Keeper } from './keeper.ts';
import type { IsolationSettings } from './settings.ts';

/** How long a worker that has loaded its plugin is kept for a setup that may never come, in milliseconds. */
const KEPT = 5000;

/** The capabilities that are written out in a source; none where they are not written out just once. */
function capabilitiesIn(source: string): Capability[] {
  const lists = [...source.matchAll(/\bcapabilities:\s*\[([^\]]*)\]/g)];
  if (lists.length !== 1) return [];
  return [...lists[0]![1]!.matchAll(/['"]([^'"]+)['"]/g)].map((match) => match[1] as Capability);
}

/**
 * Loads a plugin in a worker; answers with a definition whose setup runs it there, and with undefined when the plugin is
 * not isolated after all. Throws a `PluginError` for one that cannot be loaded.
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
  // An inactive plugin, or one of a generation that cannot be built, is never set up.
  setTimeout(() => {
    warm?.stop('was not needed');
    warm = undefined;
  }, KEPT).unref();
  return definePlugin({
    ...described,
    async setup(host, options) {
      const { brand, ...site } = host.site;
      const input = { options, site, brand: { name: brand.name, apiLinkRelation: brand.apiLinkRelation } };
      const keeper = new Keeper(host, input, () => {
        const next = warm === undefined || warm.over !== undefined ? start() : warm;
        warm = undefined;
        return next;
      });
      try {
        await keeper.begin();
      } catch (error) {
        // What the worker says of options and capabilities says everything already.
        if ((error as Error).name !== 'PluginError') throw error;
        throw new PluginError((error as Error).message, { plugin: name, cause: error });
      }
      return () => keeper.dispose();
    },
  });
}
