import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Family } from './exposition.ts';
import { Histogram } from './histogram.ts';
import type { RouteLabels } from './route-labels.ts';

/** Up to how many seconds a request took. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The status of a request whose client went away before the answer was sent. */
const ABORTED = 'aborted';

/** The requests of one method to one route. */
interface Series {
  readonly method: string;
  readonly route: string;
  readonly statuses: Map<number | string, number>;
  readonly seconds: Histogram;
}

/** Counts requests that came by HTTP, and how long they took. */
export class RequestFigures {
  /** By route, then by method. */
  readonly #series = new Map<string, Map<string, Series>>();
  #inFlight = 0;

  /** Counts a request that begins, once its answer is sent. */
  begin(request: IncomingMessage, response: ServerResponse, labels: RouteLabels): void {
    const start = performance.now();
    this.#inFlight++;
    response.on('close', () => {
      this.#inFlight--;
      const status = response.writableFinished ? response.statusCode : ABORTED;
      this.#count(request, labels, status, (performance.now() - start) / 1000);
    });
  }

  #count(
    { method = 'GET', url = '/' }: IncomingMessage,
    labels: RouteLabels,
    status: number | string,
    seconds: number,
  ): void {
    const route = labels.of(url);
    let methods = this.#series.get(route);
    if (methods === undefined) {
      methods = new Map();
      this.#series.set(route, methods);
    }
    let series = methods.get(method);
    if (series === undefined) {
      series = { method, route, statuses: new Map(), seconds: new Histogram(BOUNDS) };
      methods.set(method, series);
    }
    series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1);
    series.seconds.add(seconds);
  }

  families(): Family[] {
    const all = [...this.#series.values()].flatMap((methods) => [...methods.values()]);
    return [
      {
        name: 'http_requests_total',
        type: 'counter',
        help: 'Requests by method, route and status.',
        samples: all.flatMap(({ method, route, statuses }) =>
          [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
        ),
      },
      {
        name: 'http_request_duration_seconds',
        type: 'histogram',
        help: 'From the head of a request to the end of its answer.',
        samples: all.flatMap(({ method, route, seconds }) => seconds.samples({ method, route })),
      },
      {
        name: 'http_requests_underway',
        type: 'gauge',
        help: 'Requests that are being answered.',
        samples: [{ value: this.#inFlight }],
      },
    ];
  }
}
