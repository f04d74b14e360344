import { isPromise } from '../base/maybe-promise.ts';
import { reasonOf } from '../base/reportable.ts';
import type { Change } from './changes.ts';
import type { Trace } from './trace.ts';
import { runIn } from './tracing.ts';

/**
 * What a span of time was spent in: a request that is dispatched, a hook that fires, a tap of it, the permission check
 * or the callback of a route, or a field that a plugin attached.
 */
export type SpanKind = 'request' | 'hook' | 'tap' | 'permission' | 'callback' | 'field';

/** How a span ended; a tap that was `skipped` did not run, or its answer was ignored. */
export type SpanOutcome = 'done' | 'running' | 'failed' | 'skipped' | 'refused';

/** A stretch of a traced request, with what happened in it. Times are milliseconds since the trace began. */
export class Span {
  readonly trace: Trace;
  readonly kind: SpanKind;
  /** The name of the hook or of the tap, the route, or the field. */
  readonly name: string;
  /** Whose code it is, where that is known. */
  readonly plugin: string | undefined;
  readonly parent: Span | undefined;
  readonly children: Span[] = [];
  readonly start: number;
  /** Undefined while it runs. */
  end: number | undefined;
  outcome: SpanOutcome = 'running';
  /** Why it failed, was refused or was skipped. */
  reason: string | undefined;
  /** What a filter answered, when the trace looks at details. */
  result: unknown;
  /** What a tap changed, when the trace looks at details. */
  changes: readonly Change[] = [];

  constructor(trace: Trace, kind: SpanKind, name: string, plugin: string | undefined, parent?: Span) {
    this.trace = trace;
    this.kind = kind;
    this.name = name;
    this.plugin = plugin;
    this.parent = parent;
    this.start = trace.now();
  }

  /** How long it took, in milliseconds; until now, while it runs. */
  get duration(): number {
    return (this.end ?? this.trace.now()) - this.start;
  }

  /** Begins a span within this one. */
  open(kind: SpanKind, name: string, plugin?: string): Span {
    const span = new Span(this.trace, kind, name, plugin, this);
    if (this.trace.hasRoom()) this.children.push(span);
    return span;
  }

  /** Ends the span, once. */
  close(outcome: SpanOutcome = 'done', reason?: string): void {
    if (this.end !== undefined) return;
    this.end = this.trace.now();
    this.outcome = outcome;
    this.reason = reason;
  }

  /** Runs work within the span and ends it with the work; `settled` is called with the outcome before that. */
  run<T>(work: () => T, settled?: (value: unknown, error?: unknown) => void): T {
    const done = (value: unknown) => {
      settled?.(value);
      this.close();
      return value;
    };
    const fail = (error: unknown): never => {
      settled?.(undefined, error);
      this.close('failed', reasonOf(error));
      throw error;
    };
    let outcome: T;
    try {
      outcome = runIn(this, work);
    } catch (error) {
      return fail(error);
    }
    return (isPromise(outcome) ? outcome.then(done, fail) : done(outcome)) as T;
  }

  /** The nearest span around this one, itself included, that is of a plugin. */
  ofPlugin(): Span | undefined {
    let span: Span | undefined = this;
    while (span !== undefined && span.plugin === undefined) span = span.parent;
    return span;
  }
}
