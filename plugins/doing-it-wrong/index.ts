import { definePlugin } from '../../core/index.ts';
import { runningSpan, Trace, whereOf } from '../../core/trace/index.ts';
import { misusedCapability } from './misused-capability.ts';
import { repeatedReads } from './repeated-reads.ts';

/** The stage behind all other taps. */
const LAST = 10_000;

/** After so many warnings there are no more, in case that something in them never repeats. */
const MOST_WARNINGS = 1000;

/** Warns in the log, while debug is on, of code of plugins that works and should be written otherwise. */
export default definePlugin({
  name: 'doing-it-wrong',
  version: '0.1.0',
  description: 'Warns in the log of reads for each item of a list and of misused capabilities, while debug is on.',
  group: 'operations',
  capabilities: ['authentication', 'requests'],
  cacheable: true,
  after: ['roles'],
  setup({ hooks, site, log }) {
    if (!site.debug) return;
    const told = new Set<string>();
    /** Warns once of one mistake in one place. */
    const warn = (mistake: string, message: string, details: object): void => {
      if (told.has(mistake) || told.size === MOST_WARNINGS) return;
      told.add(mistake);
      log.warn(details, message);
    };

    hooks
      .filter('rest_trace_request')
      .tap('doing-it-wrong', (trace, { method, route }) => trace ?? new Trace(`${method} ${route}`));
    hooks.filter('rest_served').tap({ stage: LAST }, (_served, { method, route }) => {
      const trace = runningSpan()?.trace;
      if (trace === undefined) return;
      for (const { plugin, kind, where, times, sql } of repeatedReads(trace)) {
        const message =
          `plugin "${plugin}": ${kind} "${where}" ran one statement for each of ${times} items; a loader reads them together: ` +
          'loader() of the store, with the context of the request';
        warn(`${plugin} ${kind} ${where}`, message, { plugin, [kind]: where, method, route, times, sql });
      }
    });

    if (!hooks.has('map_meta_cap')) return;
    hooks.filter('map_meta_cap').tap({ stage: LAST }, (needed, cap, _user, objects) => {
      // The span of this tap, that of the hook, and what asked.
      const asking = runningSpan()?.parent?.parent?.ofPlugin();
      const where = asking && whereOf(asking);
      // Plugins that map a capability to others ask for those by the hook itself, with the same objects.
      if (asking === undefined || where === 'map_meta_cap') return;
      const mistake = misusedCapability(cap, objects, needed);
      if (mistake === undefined) return;
      const kind = asking.kind === 'tap' ? 'hook' : asking.kind === 'field' ? 'field' : 'route';
      const { plugin } = asking;
      warn(`${plugin} ${where} ${cap}`, `plugin "${plugin}": ${kind} "${where}": ${mistake}`, {
        plugin,
        [kind]: where,
      });
    });
  },
});
