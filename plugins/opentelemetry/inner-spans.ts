import { type Context, context, SpanKind, SpanStatusCode, trace as traces } from '@opentelemetry/api';
import type { Span, Trace } from '../../core/trace/index.ts';
import { SCOPE } from './scope.ts';

/** Whether the running code belongs to a request whose span is recorded. */
export const isRecorded = (): boolean => traces.getActiveSpan()?.isRecording() === true;

/** Gives a traced request's hooks, taps, callbacks and statements to the SDK, as spans within that of the request. */
export function addInnerSpans(trace: Trace, system: string): void {
  const tracer = traces.getTracer(SCOPE);
  // Times of a trace are milliseconds since it began.
  const origin = performance.timeOrigin + performance.now() - trace.now();
  const contexts = new Map<Span, Context>();
  const add = (span: Span, around: Context): void => {
    const made = tracer.startSpan(
      `${span.kind} ${span.name}`,
      {
        startTime: origin + span.start,
        attributes: {
          'tappet.kind': span.kind,
          'tappet.outcome': span.outcome,
          ...(span.plugin === undefined ? {} : { 'tappet.plugin': span.plugin }),
        },
      },
      around,
    );
    const within = traces.setSpan(around, made);
    contexts.set(span, within);
    for (const child of span.children) add(child, within);
    if (span.outcome === 'failed') made.setStatus({ code: SpanStatusCode.ERROR, ...messageOf(span) });
    made.end(origin + span.start + span.duration);
  };
  add(trace.root, context.active());
  for (const { sql, start, duration, span } of trace.statements) {
    const operation = /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
    tracer
      .startSpan(
        operation,
        {
          kind: SpanKind.CLIENT,
          startTime: origin + start,
          attributes: { 'db.system.name': system, 'db.operation.name': operation, 'db.query.text': sql },
        },
        contexts.get(span) ?? context.active(),
      )
      .end(origin + start + duration);
  }
}

const messageOf = ({ reason }: Span) => (reason === undefined ? {} : { message: reason });
