import { statementsOf, type Trace } from '../../core/trace/index.ts';
import { type TimelineEntry, timelineOf } from '../explain/index.ts';

/** The part of the time that an entry of the timeline takes at least, and the longest text of a statement. */
const LEAST = 0.01;
const LONGEST_SQL = 1000;

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

/** What a line of the log says of a request that was followed: its statements, and what took its time, indented by depth. */
export function detailsOf(trace: Trace): object {
  const slowest = statementsOf(trace).reduce<ReturnType<typeof statementsOf>[number] | undefined>(
    (one, other) => (one === undefined || other.duration > one.duration ? other : one),
    undefined,
  );
  const { count, duration } = trace.sql;
  return {
    statements: {
      count,
      ms: rounded(duration),
      ...(slowest && {
        slowest: {
          sql: slowest.sql.slice(0, LONGEST_SQL),
          ms: rounded(slowest.duration),
          plugin: slowest.plugin,
          where: slowest.where,
        },
      }),
    },
    timeline: linesOf(timelineOf(trace), trace.root.duration * LEAST),
  };
}

/** A timeline as lines; what took less than some milliseconds is left out, and so is what was changed, which holds values. */
const linesOf = (entries: readonly TimelineEntry[], least: number, depth = 0): string[] =>
  entries
    .filter(({ duration }) => duration >= least)
    .flatMap((entry) => [`${'  '.repeat(depth)}${titleOf(entry)}`, ...linesOf(entry.within ?? [], least, depth + 1)]);

function titleOf({ kind, name, plugin, count, duration, outcome, reason }: TimelineEntry): string {
  const of = plugin === undefined || plugin === name ? '' : ` of ${plugin}`;
  const times = count === 1 ? '' : ` (${count} times)`;
  const ending = outcome === undefined ? '' : ` [${outcome}${reason === undefined ? '' : `: ${reason}`}]`;
  return `${duration.toFixed(2)} ms ${kind} ${name}${of}${times}${ending}`;
}
