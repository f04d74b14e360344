/**
 * What a request does: spans of hooks, taps and callbacks, what taps change, and statements. Costs one comparison where
 * nothing is traced.
 */
export type { Change } from './changes.ts';
export { traced, tracedStatement } from './fire.ts';
export { asOwner, claim, ownerOf } from './owners.ts';
export { pluginTimes } from './plugin-times.ts';
export type { Span, SpanKind, SpanOutcome } from './span.ts';
export { type StatementEntry, statementsOf, type TimelineEntry, timelineOf } from './timeline.ts';
export { type Statement, Trace, type TraceSettings } from './trace.ts';
export { runningSpan } from './tracing.ts';
