import { type Generation, type Logger, NotedCapabilities } from '../core/index.ts';
import type { PluginSelection } from './loading/index.ts';

/**
 * Notes what the dropped-in plugins of a generation declare, and logs each that asks for more than when it was noted
 * last: it was activated for less.
 */
export async function noteCapabilities(
  { plugins, inactive, services }: Generation,
  { removable, disabled }: PluginSelection,
  log: Logger,
): Promise<void> {
  const store = services.find(NotedCapabilities);
  if (store === undefined) return;
  const before = store.all();
  const known = new Set([...disabled.map(({ name }) => name), ...inactive.map(({ definition }) => definition.name)]);
  const after = new Map([...before].filter(([name]) => known.has(name)));
  for (const { definition } of plugins) {
    const { name, version, capabilities = [] } = definition;
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
  await store.save(after).catch((error) => log.warn({ err: error }, 'what plugins may could not be noted'));
}

const textOf = (noted: ReadonlyMap<string, readonly string[]>): string => JSON.stringify([...noted].sort());
