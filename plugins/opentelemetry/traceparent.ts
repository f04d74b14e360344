import { TraceFlags, trace as traces } from '@opentelemetry/api';

/** The span that the running code belongs to, as the header `traceparent` names one; undefined where it is not sampled. */
export function traceparent(): string | undefined {
  const span = traces.getActiveSpan()?.spanContext();
  if (span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}
