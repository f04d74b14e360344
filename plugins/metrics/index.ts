import { boolean, defaulted, max, min, number, object, optional, string } from 'superstruct';
import { definePlugin, type Site, serviceToken } from '../../core/index.ts';
import { runningSpan } from '../../core/trace/index.ts';
import { EXPOSITION_TYPE, exposition } from './exposition.ts';
import { backlogFamilies, JobFigures } from './job-figures.ts';
import { mayRead, type Readers } from './may-read.ts';
import { ProcessFigures } from './process-figures.ts';
import { RequestFigures } from './request-figures.ts';
import { RouteLabels } from './route-labels.ts';
import { siteFigures } from './site-figures.ts';
import { TraceFigures } from './trace-figures.ts';
import { traceSample } from './trace-sample.ts';
import { familiesOfAll } from './worker-families.ts';

/** What workers are asked on. */
const TOPIC = 'metrics';

export { JOB_SECONDS } from './job-figures.ts';
export { pluginTimes } from './plugin-times.ts';
export { RouteLabels } from './route-labels.ts';
export { traceSample } from './trace-sample.ts';

/** Before all middleware that may answer a request, and behind all taps that adjust an answer. */
const [FIRST, LAST] = [-10_000, 10_000];

/** The counters of a site over its generations. */
class Figures {
  readonly requests = new RequestFigures();
  readonly jobs = new JobFigures();
  readonly traces = new TraceFigures();
}
const figuresOf = new WeakMap<Site, Figures>();

interface MetricsOptions extends Readers {
  readonly sample: number;
}

/** Figures of the site for Prometheus. */
export default definePlugin<MetricsOptions>({
  name: 'metrics',
  version: '0.1.0',
  description: 'Gives figures of requests, jobs, plugins, cached answers, the database and the process at /metrics.',
  group: 'operations',
  cacheable: true,
  after: ['health', 'jobs'],
  capabilities: ['authentication', 'database', 'http', 'pages', 'requests'],
  options: object({
    token: defaulted(string(), ''),
    local: optional(boolean()),
    /** Which part of the requests is traced, so that the time of hooks and plugins is known: from 0 to 1. */
    sample: defaulted(max(min(number(), 0), 1), 0),
  }),
  setup(host, { sample, ...readers }) {
    const { hooks, site } = host;
    const figures = figuresOf.get(site) ?? new Figures();
    figuresOf.set(site, figures);
    const ofProcess = new ProcessFigures();

    let labels: RouteLabels | undefined;
    hooks.action('rest_api_init').tap('metrics', (server) => {
      labels = new RouteLabels(server);
    });
    const { requests } = figures;
    hooks.action('http_app').tap({ stage: FIRST }, (app) => {
      app.use(({ req, res }, next) => {
        if (labels !== undefined) requests.begin(req!, res!, labels);
        return next();
      });
    });

    if (sample > 0) {
      hooks.filter('rest_trace_request').tap('metrics', traceSample(sample));
      hooks.filter('rest_served').tap({ stage: LAST }, (served) => {
        const trace = runningSpan()?.trace;
        // One that looks at details takes much longer, and its times do not apply to other requests.
        if (trace !== undefined && !trace.details) figures.traces.add(trace);
        return served;
      });
    }

    const jobs = host.find(serviceToken('jobs'));
    const stopCounting = jobs?.onRun(figures.jobs.add);
    const families = () => {
      figures.jobs.expect(jobs?.names ?? []);
      return [
        ...requests.families(),
        ...siteFigures(host),
        ...figures.jobs.families(),
        ...(sample > 0 ? figures.traces.families() : []),
        ...ofProcess.families(),
      ];
    };
    hooks.filter('worker_answer').tap('metrics', (given, topic) => (topic === TOPIC ? families() : given));
    hooks.action('http_routes').tap('metrics', (router) => {
      router.get('/metrics', async (http) => {
        http.set('Cache-Control', 'no-store');
        http.set('X-Content-Type-Options', 'nosniff');
        if (mayRead(http, site, readers)) {
          // There are none in a process that serves alone.
          const reports = await host.find(serviceToken('workers'))?.ask(TOPIC);
          const ofAll = reports === undefined ? families() : familiesOfAll(reports);
          const ofDatabase = jobs === undefined ? [] : await backlogFamilies(jobs);
          http.status = 200;
          http.type = EXPOSITION_TYPE;
          http.body = exposition([...ofAll, ...ofDatabase]);
        } else {
          http.status = readers.token === '' ? 403 : 401;
          if (readers.token !== '') http.set('WWW-Authenticate', 'Bearer');
          http.type = 'text/plain; charset=utf-8';
          http.body = 'Ask from this machine, or with the token that the configuration gives.\n';
        }
      });
    });
    return () => {
      stopCounting?.();
      ofProcess.dispose();
    };
  },
});
