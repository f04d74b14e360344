import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
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
    const ofMethod = { 'http.request.method': method };
    const ofRoute = { ...ofMethod, ...(route === undefined ? {} : { 'http.route': route }) };
    const span = this.#tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes: { ...ofRoute, 'url.path': url.split('?', 1)[0]! } },
      parent,
    );
    this.#active.add(1, ofMethod);
    response.on('close', () => {
      const { statusCode, writableFinished } = response;
      const error = writableFinished ? (statusCode >= 500 ? String(statusCode) : undefined) : ABORTED;
      const outcome = {
        'http.response.status_code': statusCode,
        ...(error === undefined ? {} : { 'error.type': error }),
      };
      this.#active.add(-1, ofMethod);
      this.#duration.record((performance.now() - start) / 1000, { ...ofRoute, ...outcome });
      span.setAttributes(outcome);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return span.isRecording() ? context.with(trace.setSpan(parent, span), next) : next();
  }
}
