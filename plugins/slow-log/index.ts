import type { IncomingMessage, ServerResponse } from 'node:http';
import { defaulted, integer, max, min, number, object } from 'superstruct';
import { CacheRecorder } from '../../core/cache/index.ts';
import { definePlugin, HTTP_STAGES } from '../../core/index.ts';
import { Trace } from '../../core/trace/index.ts';
import { RouteLabels } from '../metrics/index.ts';
import { detailsOf } from './details.ts';

/** Before all middleware that may answer a request, and right behind the cache: an answer that is given again is not followed. */
const [FIRST, BEHIND_CACHE] = [-9_500, HTTP_STAGES.cache + 1];

/** Writes requests that took long into the log. */
export default definePlugin<{ readonly threshold: number; readonly sample: number }>({
  name: 'slow-log',
  version: '0.1.0',
  description: 'Writes requests that took long into the log, a sample of them with their statements and hooks.',
  group: 'operations',
  optIn: true,
  cacheable: true,
  after: ['explain', 'metrics'],
  capabilities: ['http'],
  options: object({
    /** How many milliseconds a request takes at least that is logged. */
    threshold: defaulted(min(integer(), 0), 1000),
    /** Which part of the requests is followed, so that statements and hooks are known if they are slow: from 0 to 1. */
    sample: defaulted(max(min(number(), 0), 1), 0.02),
  }),
  setup({ hooks, log }, { threshold, sample }) {
    const traces = new WeakMap<IncomingMessage, Trace>();
    let labels: RouteLabels | undefined;
    hooks.action('rest_api_init').tap('slow-log', (server) => {
      labels = new RouteLabels(server);
    });

    hooks.action('http_app').tap({ name: 'slow-log', stage: FIRST }, (app) => {
      app.use(async ({ req, res, path }, next) => {
        const start = performance.now();
        try {
          await next();
        } finally {
          const ms = performance.now() - start;
          if (ms >= threshold) afterwards(res!, () => write(req!, res!, path, ms));
        }
      });
    });
    if (sample > 0) {
      hooks.action('http_app').tap({ name: 'follow', stage: BEHIND_CACHE }, (app) => {
        app.use(({ req, method, path }, next) => {
          if (Math.random() >= sample) return next();
          const trace = new Trace(`${method} ${path}`);
          traces.set(req!, trace);
          CacheRecorder.of(req!)?.markUncacheable('it is traced');
          return trace.run(next);
        });
      });
    }

    function write(req: IncomingMessage, res: ServerResponse, path: string, ms: number): void {
      const { method, url = '' } = req;
      const trace = traces.get(req);
      const request = { method, route: labels?.of(url), path, status: res.statusCode, ms: Math.round(ms * 10) / 10 };
      const aborted = res.writableFinished ? {} : { aborted: true };
      log.warn({ ...request, ...aborted, ...(trace && detailsOf(trace)) }, 'a request was slow');
    }
  },
});

/** Does something once a response has been sent, when its status is known. */
function afterwards(response: ServerResponse, work: () => void): void {
  if (response.closed) work();
  else response.once('close', work);
}
