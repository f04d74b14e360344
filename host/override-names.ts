import { closest } from '../core/base/index.ts';
import type { Generation } from '../core/generation.ts';
import type { Logger } from '../core/index.ts';
import { ConfigError, type Settings } from './config/settings.ts';
import type { PluginSelection } from './loading/index.ts';

/** The hook and tap key of each override that changes an existing tap. A function may add a tap of its own instead. */
function* changes(hooks: Settings['hooks'] = {}): Generator<[hook: string, key: string]> {
  for (const [hook, overrides] of Object.entries(hooks)) {
    for (const [key, override] of Object.entries(overrides)) if (typeof override !== 'function') yield [hook, key];
  }
}

const pluginOf = (key: string): string => key.split(':', 1)[0]!;

/** Throws a `ConfigError` for overrides of the taps of an unknown plugin. */
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
 * Warns of overrides that match no tap of their plugin. It is not an error, because a plugin may tap a hook only with
 * certain options or beside certain plugins.
 */
export function warnOfUnmatchedOverrides({ hooks, plugins }: Generation, settings: Settings, log: Logger): void {
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
