import { boolean, defaulted, max, min, number, object } from 'superstruct';
import { definePlugin, serviceToken } from '../../core/index.ts';
import { runningSpan } from '../../core/trace/index.ts';
import { Database } from '../database/index.ts';
import { RouteLabels, traceSample } from '../metrics/index.ts';

/** Before all middleware that may answer a request, and behind all taps that adjust an answer. */
const [FIRST, LAST] = [-9_000, 10_000];

/** Spans of requests, and figures of these and of jobs, by the interface of OpenTelemetry, for the SDK that the process was started with. */
export default definePlugin({
  name: 'opentelemetry',
  version: '0.1.0',
  description:
    'Gives spans of requests, and figures of these and of jobs, to the SDK of OpenTelemetry that the process was started with.',
  group: 'operations',
  optIn: true,
  cacheable: true,
  after: ['database', 'jobs', 'metrics'],
  capabilities: ['authentication', 'database', 'http', 'requests'],
  options: object({
    /** Which part of the recorded requests shows its hooks, taps and statements: from 0 to 1. */
    sample: defaulted(max(min(number(), 0), 1), 0),
    /** Whether statements of sampled requests tell the server their trace, in a comment. */
    statement_context: defaulted(boolean(), false),
  }),
  async setup({ hooks, find }, { sample, statement_context }) {
    const { RequestSpans } = await import('./request-spans.ts');
    const { addInnerSpans, isRecorded } = await import('./inner-spans.ts');
    const { traceparent } = await import('./traceparent.ts');
    const { measureJobs } = await import('./job-figures.ts');
    const requests = new RequestSpans();
    if (statement_context) find(Database)?.bearTraceContext(traceparent);

    hooks.action('rest_api_init').tap('opentelemetry', (server) => {
      requests.labels = new RouteLabels(server);
    });
    hooks.action('http_app').tap({ name: 'opentelemetry', stage: FIRST }, (app) => {
      app.use(({ req, res }, next) => requests.run(req!, res!, next));
    });
    const jobs = find(serviceToken('jobs'));
    const dispose = jobs && measureJobs(jobs);
    if (sample === 0) return dispose;
    const system = find(Database)?.dialect ?? 'other_sql';
    hooks.filter('rest_trace_request').tap('opentelemetry', traceSample(sample, isRecorded));
    hooks.filter('rest_served').tap({ stage: LAST }, (served) => {
      const trace = runningSpan()?.trace;
      if (trace !== undefined && isRecorded()) addInnerSpans(trace, system);
      return served;
    });
    return dispose;
  },
});
