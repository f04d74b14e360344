import { definePlugin, type RestRequest, type RestResponse } from '../../core/index.ts';
import { runningSpan, Trace } from '../../core/trace/index.ts';
import { explain } from './explanation.ts';

export { explain } from './explanation.ts';
export { type TimelineEntry, timelineOf } from './timeline.ts';

/** Before everything that a route does, and behind everything that touches its answer. */
const FIRST = -10_000;
const LAST = 9_000;

/** The headers by which caches and browsers store an answer. */
const KEPT_BY = ['ETag', 'Last-Modified', 'Expires'];

/** Explanations of answers, for users who may manage the site. */
export default definePlugin({
  name: 'explain',
  version: '0.1.0',
  description: 'Answers with who set what of an answer, the hooks on the way, and the statements, as `_explain` asks.',
  group: 'operations',
  cacheable: true,
  capabilities: ['authentication', 'requests', 'routes:*'],
  setup({ hooks, site }) {
    const answers = new WeakMap<RestRequest, RestResponse>();

    hooks.filter('rest_trace_request').tap('explain', (trace, request) => {
      if (!asks(request)) return trace;
      const details = trace ?? new Trace(`${request.method} ${request.route}`);
      details.details = true;
      return details;
    });
    // The user is known by now; for one who may not see explanations, the trace stops.
    hooks.filter('rest_pre_dispatch').tap({ name: 'permission', stage: FIRST }, (result, _server, request) => {
      const trace = asks(request) && !may(request) ? runningSpan()?.trace : undefined;
      // While debug is on, others go on with the trace.
      if (trace !== undefined && site.debug) trace.details = false;
      else trace?.stop();
      return result;
    });
    hooks.filter('rest_pre_serve_request').tap({ name: 'no-store', stage: LAST }, (_served, response, request) => {
      if (!asks(request) || !may(request)) return;
      answers.set(request, response);
      response.header('Cache-Control', 'no-store');
      response.headers = Object.fromEntries(
        Object.entries(response.headers).filter(([name]) => !KEPT_BY.some((one) => isSame(one, name))),
      );
    });
    hooks.filter('rest_pre_echo_response').tap({ stage: LAST }, (data, _server, request) => {
      const trace = asks(request) && may(request) ? runningSpan()?.trace : undefined;
      return trace === undefined ? data : explain(trace, data, request, answers.get(request));
    });
  },
});

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether a request is for an explanation: a GET with `_explain` in its query. */
const asks = (request: RestRequest): boolean =>
  request.method === 'GET' && request.paramsOf('query')._explain !== undefined;

/** Whether the user may see how the site works inside. */
const may = (request: RestRequest): boolean => request.user.can('manage_options');
