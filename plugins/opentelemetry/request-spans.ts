import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, metrics, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RouteLabels } from '../metrics/index.ts';
import { SCOPE } from './scope.ts';

/** What a request whose client went away before the answer was sent has for its error. */
const ABORTED = 'aborted';

/**
 * A span for each request by HTTP, within that of the caller where its headers name one, and how long requests take. The
 * names are those of OpenTelemetry's semantic conventions.
 */
export class RequestSpans {
  /** Tells the routes of addresses, once there are any. */
  labels: RouteLabels | undefined;
  readonly #tracer = trace.getTracer(SCOPE);
  readonly #duration = metrics.getMeter(SCOPE).createHistogram('http.server.request.duration', {
    description: 'From the head of a request to the end of its answer.',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
  });
  readonly #active = metrics.getMeter(SCOPE).createUpDownCounter('http.server.active_requests', {
    description: 'Requests that are being answered.',
  });

  /** Answers a request within a span of its own. */
  run(request: IncomingMessage, response: ServerResponse, next: () => Promise<void>): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const start = performance.now();
    const route = this.labels?.of(url);
    const parent = propagation.extract(context.active(), headers);
    const span = this.#tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes: attributesOf(method, url, route) },
      parent,
    );
    const figures = { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) };
    this.#active.add(1, { 'http.request.method': method });
    response.on('close', () => {
      const { statusCode, writableFinished } = response;
      const error = writableFinished ? (statusCode >= 500 ? String(statusCode) : undefined) : ABORTED;
      const outcome = {
        'http.response.status_code': statusCode,
        ...(error === undefined ? {} : { 'error.type': error }),
      };
      this.#active.add(-1, { 'http.request.method': method });
      this.#duration.record((performance.now() - start) / 1000, { ...figures, ...outcome });
      end(span, outcome, error !== undefined);
    });
    return span.isRecording() ? context.with(trace.setSpan(parent, span), next) : next();
  }
}

function attributesOf(method: string, url: string, route: string | undefined) {
  const question = url.indexOf('?');
  return {
    'http.request.method': method,
    'url.path': question < 0 ? url : url.slice(0, question),
    ...(route === undefined ? {} : { 'http.route': route }),
  };
}

function end(span: Span, outcome: Record<string, string | number>, isError: boolean): void {
  span.setAttributes(outcome);
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
