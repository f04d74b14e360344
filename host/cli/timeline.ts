import type { Span, Trace } from '../../core/trace/index.ts';

/** A span as it is listed: in the order in which spans began, with its depth in the tree. */
export interface TimelineEntry extends Pick<Span, 'kind' | 'name' | 'plugin' | 'outcome' | 'reason' | 'changes'> {
  readonly depth: number;
  /** Milliseconds since the trace began, and how many it took. */
  readonly start: number;
  readonly duration: number;
  /** How many statements were issued in it itself, and how long they took in milliseconds. */
  readonly statements: number;
  readonly sqlDuration: number;
}

/** To the thousandth of a millisecond. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/** The spans of a trace, but for its root, as a list. */
export function timelineOf(trace: Trace): TimelineEntry[] {
  const sql = new Map<Span, { count: number; duration: number }>();
  for (const { span, duration } of trace.statements) {
    const known = sql.get(span) ?? { count: 0, duration: 0 };
    sql.set(span, { count: known.count + 1, duration: known.duration + duration });
  }
  const entries: TimelineEntry[] = [];
  const add = (span: Span, depth: number): void => {
    const { kind, name, plugin, start, duration, outcome, reason, changes } = span;
    const own = sql.get(span);
    entries.push({
      depth,
      kind,
      name,
      plugin,
      start: rounded(start),
      duration: rounded(duration),
      outcome,
      reason,
      changes,
      statements: own?.count ?? 0,
      sqlDuration: rounded(own?.duration ?? 0),
    });
    for (const child of span.children) add(child, depth + 1);
  };
  for (const child of trace.root.children) add(child, 0);
  return entries;
}
