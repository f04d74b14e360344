import type { Span } from './span.ts';
import type { Statement, Trace } from './trace.ts';

/** A statement as it is listed, with its plugin where that is known. */
export interface StatementEntry extends Omit<Statement, 'span'> {
  readonly plugin: string | undefined;
  /** The hook or route that it was issued in. */
  readonly where: string | undefined;
}

/** To the thousandth of a millisecond. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

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
export function whereOf(span: Span): string | undefined {
  const owner = span.ofPlugin();
  return owner?.kind === 'tap' ? owner.parent?.name : owner?.name;
}
