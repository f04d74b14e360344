import type { Span, Trace } from '../../core/trace/index.ts';
import type { Family, Sample } from './exposition.ts';
import { pluginTimes } from './plugin-times.ts';

/** How many hooks, taps and plugins are counted separately; any others are counted together. */
const MOST = 2000;
const OTHERS = 'others';

/** How often something ran, and for how long. */
interface Total {
  readonly labels: Readonly<Record<string, string>>;
  count: number;
  seconds: number;
}

/** How long something took, by its labels. */
class Totals {
  readonly #totals = new Map<string, Total>();

  add(labels: Readonly<Record<string, string>>, milliseconds: number): void {
    let key = Object.values(labels).join('\n');
    if (!this.#totals.has(key) && this.#totals.size >= MOST) key = OTHERS;
    let total = this.#totals.get(key);
    if (total === undefined) {
      const counted = key === OTHERS ? Object.fromEntries(Object.keys(labels).map((name) => [name, OTHERS])) : labels;
      total = { labels: counted, count: 0, seconds: 0 };
      this.#totals.set(key, total);
    }
    total.count++;
    total.seconds += milliseconds / 1000;
  }

  family(name: string, help: string): Family {
    const samples = [...this.#totals.values()].flatMap(({ labels, count, seconds }): Sample[] => [
      { suffix: '_sum', labels, value: seconds },
      { suffix: '_count', labels, value: count },
    ]);
    return { name, type: 'summary', help, samples };
  }
}

/** Adds up the times of hooks, taps and plugins in traces. */
export class TraceFigures {
  readonly #hooks = new Totals();
  readonly #taps = new Totals();
  readonly #plugins = new Totals();
  readonly #sql = { count: 0, seconds: 0 };

  add(trace: Trace): void {
    this.#addSpan(trace.root, '');
    for (const [plugin, time] of pluginTimes(trace)) this.#plugins.add({ plugin }, time);
    this.#sql.count += trace.sql.count;
    this.#sql.seconds += trace.sql.duration / 1000;
  }

  #addSpan({ kind, name, plugin = 'core', duration, children }: Span, within: string): void {
    if (kind === 'hook') this.#hooks.add({ hook: name }, duration);
    if (kind === 'tap') this.#taps.add({ hook: within, plugin }, duration);
    for (const child of children) this.#addSpan(child, name);
  }

  families(): Family[] {
    const { count, seconds } = this.#sql;
    return [
      this.#hooks.family('tappet_hook_duration_seconds', 'Hooks of traced requests, with all that ran in them.'),
      this.#taps.family('tappet_tap_duration_seconds', 'Taps of traced requests, with all that ran in them.'),
      this.#plugins.family(
        'tappet_plugin_duration_seconds',
        'Plugins in traced requests, without what they called of others and without statements.',
      ),
      {
        name: 'tappet_sql_duration_seconds',
        type: 'summary',
        help: 'Statements of traced requests.',
        samples: [
          { suffix: '_sum', value: seconds },
          { suffix: '_count', value: count },
        ],
      },
    ];
  }
}
