import type { Generation } from '../core/generation.ts';
import { type Logger, serviceToken } from '../core/index.ts';
import type { PluginSelection } from './loading/index.ts';

/**
 * Stores the capabilities that the dropped-in plugins of a generation declare, and warns of each plugin that declares
 * more than when it was activated.
 */
export async function storeCapabilities(
  { plugins, inactive, services }: Generation,
  { removable, installed, disabled }: PluginSelection,
  log: Logger,
): Promise<void> {
  const store = services.find(serviceToken('noted-capabilities'));
  if (store === undefined) return;
  const before = store.all();
  const known = new Set([...disabled.map(({ name }) => name), ...inactive.map(({ definition }) => definition.name)]);
  const after = new Map([...before].filter(([name]) => known.has(name)));
  for (const { definition } of plugins) {
    const { name, version, capabilities = [] } = definition;
    // The version makes other hosts of the site notice an update; what such a plugin may was approved.
    if (installed.has(name)) after.set(`${name}@${installed.get(name)}`, capabilities);
    if (!removable.has(name)) continue;
    const earlier = before.get(name);
    const more = earlier === undefined ? [] : capabilities.filter((capability) => !earlier.includes(capability));
    if (more.length > 0) {
      log.warn(
        { plugin: name, version, capabilities: more },
        `plugin "${name}" asks for more than when it was activated: ${more.join(', ')}`,
      );
    }
    after.set(name, capabilities);
  }
  if (textOf(before) === textOf(after)) return;
  await store.save(after).catch((error) => log.warn({ err: error }, 'the capabilities of plugins could not be stored'));
}

const textOf = (stored: ReadonlyMap<string, readonly string[]>): string => JSON.stringify([...stored].sort());
