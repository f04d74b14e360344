import type { Change } from './changes.ts';
import type { Span, SpanKind, SpanOutcome } from './span.ts';
import type { Trace } from './trace.ts';

/** A span as it is listed: in the order in which spans began, with its depth in the tree. */
export interface TimelineEntry {
  readonly depth: number;
  readonly kind: SpanKind;
  readonly name: string;
  readonly plugin: string | undefined;
  /** Milliseconds since the trace began, and how many it took. */
  readonly start: number;
  readonly duration: number;
  readonly outcome: SpanOutcome;
  readonly reason: string | undefined;
  readonly changes: readonly Change[];
  /** How many statements were issued in it itself, and how long they took in milliseconds. */
  readonly statements: number;
  readonly sqlDuration: number;
}

/** A statement as it is listed, with its plugin where that is known. */
export interface StatementEntry {
  readonly sql: string;
  readonly start: number;
  readonly duration: number;
  readonly plugin: string | undefined;
  /** The hook or route that it was issued in. */
  readonly where: string | undefined;
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

/** The statements of a trace in the order in which they were issued. */
export const statementsOf = (trace: Trace): StatementEntry[] =>
  trace.statements.map(({ sql, start, duration, span }) => ({
    sql,
    start: rounded(start),
    duration: rounded(duration),
    plugin: span.ofPlugin()?.plugin,
    where: whereOf(span),
  }));

/** What a span lies in that an author knows by name: the hook of a tap, the route of a callback. */
function whereOf(span: Span): string | undefined {
  const owner = span.ofPlugin();
  return owner?.kind === 'tap' ? owner.parent?.name : owner?.name;
}
