/**
 * What a request does: spans of hooks, taps and callbacks, what taps change, and statements. It costs one comparison
 * where nothing is traced.
 */
export type { Change } from './changes.ts';
export { noteFailure, traced, tracedStatement, traceInstrument } from './fire.ts';
export type { Span } from './span.ts';
export { type StatementEntry, statementsOf, whereOf } from './statements.ts';
export { type Statement, Trace, type TraceSettings } from './trace.ts';
export { runningSpan } from './tracing.ts';
