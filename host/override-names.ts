import { closest, type Generation, type Logger } from '../core/index.ts';
import { ConfigError, type Settings } from './config/settings.ts';
import type { PluginSelection } from './loading/index.ts';

/** The overrides that change a tap which is there: by hook, the tap's key. A function may be a tap of its own. */
function* changes(hooks: Settings['hooks'] = {}): Generator<[hook: string, key: string]> {
  for (const [hook, overrides] of Object.entries(hooks)) {
    for (const [key, override] of Object.entries(overrides)) if (typeof override !== 'function') yield [hook, key];
  }
}

const pluginOf = (key: string): string => key.split(':', 1)[0]!;

/** Overrides of the taps of a plugin that is not there are a slip of the pen: throws a `ConfigError`. */
export function checkOverrideNames({ active, disabled }: PluginSelection, { hooks }: Settings): void {
  const known = [...active.map(({ definition }) => definition.name), ...disabled.map(({ name }) => name)];
  for (const [hook, key] of changes(hooks)) {
    const plugin = pluginOf(key);
    if (known.includes(plugin)) continue;
    const nearest = closest(plugin, known);
    const hint = nearest === undefined ? 'take it out' : `did you mean "${key.replace(plugin, nearest)}"?`;
    throw new ConfigError(`hooks.${hook}.${key}: there is no plugin "${plugin}"; ${hint}`);
  }
}

/**
 * Warns of overrides that changed nothing, since their plugin has no such tap on the hook. That may be right, as a
 * plugin may tap by its options or by what else runs, and so stops no start.
 */
export function warnOfIdleOverrides({ hooks, plugins }: Generation, settings: Settings, log: Logger): void {
  for (const [name, key] of changes(settings.hooks)) {
    if (!plugins.some(({ definition }) => definition.name === pluginOf(key))) continue;
    const { taps, dropped } = hooks.get(name);
    const keys = [...taps, ...dropped].flatMap(({ plugin, name }) => [plugin, `${plugin}:${name}`]);
    if (keys.includes(key)) continue;
    const nearest = closest(key, keys);
    const hint =
      nearest === undefined ? `tappet hook list ${name} shows those there are` : `did you mean "${nearest}"?`;
    log.warn({ hook: name, tap: key }, `hooks.${name}.${key} changes nothing, for there is no such tap; ${hint}`);
  }
}
