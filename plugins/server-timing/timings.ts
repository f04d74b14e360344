import type { Trace } from '../../core/trace/index.ts';
import { pluginTimes } from '../metrics/index.ts';

/** The most plugins that are listed by name; the others are summed up. */
const MOST_PLUGINS = 20;

/** The longest name of a metric, in characters. */
const LONGEST_NAME = 40;

/** The names that are not a plugin's. */
const OWN_NAMES: ReadonlySet<string> = new Set(['total', 'sql', 'others']);

const metric = (name: string, ms: number, description?: string): string =>
  `${name};dur=${ms.toFixed(1)}${description === undefined ? '' : `;desc="${description}"`}`;

/** The name of a plugin's metric: a token, as the names of plugins are. */
const nameOf = (plugin: string): string => (OWN_NAMES.has(plugin) ? `plugin-${plugin}` : plugin).slice(0, LONGEST_NAME);

/** The value of `Server-Timing` for a trace: the whole, the statements, then the plugins that took longest. */
export function timingsOf(trace: Trace): string {
  const { count, duration } = trace.sql;
  const plugins = [...pluginTimes(trace)].sort(([, one], [, other]) => other - one);
  const rest = plugins.slice(MOST_PLUGINS);
  const restTime = rest.reduce((sum, [, time]) => sum + time, 0);
  return [
    metric('total', trace.root.duration),
    metric('sql', duration, `${count} statement${count === 1 ? '' : 's'}`),
    ...plugins.slice(0, MOST_PLUGINS).map(([plugin, time]) => metric(nameOf(plugin), time)),
    ...(rest.length === 0 ? [] : [metric('others', restTime, `${rest.length} plugins`)]),
  ].join(', ');
}
