import type { RestRequest, RestResponse } from '../../core/index.ts';
import { statementsOf, type Trace } from '../../core/trace/index.ts';
import { mainSpans } from './main-spans.ts';
import { Origins } from './origins.ts';
import { timelineOf } from './timeline.ts';

/** How many different statements are shown with their text, and the longest text, in characters. */
const MOST_STATEMENTS = 100;
const LONGEST_TEXT = 1000;

/** To the thousandth of a millisecond. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** The explanation in place of an answer's data: the plugins behind each field, and the hooks and statements that ran. */
export function explain(
  trace: Trace,
  data: unknown,
  request: RestRequest,
  response: RestResponse | undefined,
): Record<string, unknown> {
  const origins = new Origins(mainSpans(trace));
  return {
    request: { method: request.method, route: request.route, user: request.user.id },
    duration: rounded(trace.root.duration),
    status: response?.status,
    plugin: origins.plugin,
    fields: origins.ofFields(data),
    removed: origins.removedFrom(data),
    headers: origins.ofHeaders(Object.keys(response?.headers ?? {})),
    hooks: timelineOf(trace),
    sql: {
      count: trace.sql.count,
      duration: rounded(trace.sql.duration),
      statements: statementsByText(trace),
    },
  };
}

/** The statements by text and origin, with how often each ran and how long it took in all; without their values. */
function statementsByText(trace: Trace): unknown[] {
  const found = new Map<string, { sql: string; plugin?: string; where?: string; count: number; duration: number }>();
  for (const { sql, plugin, where, duration } of statementsOf(trace)) {
    const key = `${plugin}|${where}|${sql}`;
    const known = found.get(key);
    if (known !== undefined) {
      known.count++;
      known.duration = rounded(known.duration + duration);
    } else if (found.size < MOST_STATEMENTS) {
      found.set(key, { sql: sql.slice(0, LONGEST_TEXT), plugin, where, count: 1, duration });
    }
  }
  return [...found.values()];
}
