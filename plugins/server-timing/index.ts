import { definePlugin, type RestResponse } from '../../core/index.ts';
import { runningSpan, Trace } from '../../core/trace/index.ts';
import { timingsOf } from './timings.ts';

const HEADER = 'Server-Timing';

/** The stage behind all other taps that change an answer. */
const LAST = 10_000;

/** Reports the time that each plugin took for an answer, while debug is on. */
export default definePlugin({
  name: 'server-timing',
  version: '0.1.0',
  description: 'Reports in the header Server-Timing how long each plugin took, while debug is on.',
  group: 'operations',
  capabilities: ['authentication', 'requests'],
  cacheable: true,
  after: ['metrics'],
  setup({ hooks, site }) {
    if (!site.debug) return;
    /** The values of the header that others set, by answer. */
    const others = new WeakMap<RestResponse, string | undefined>();

    const setHeader = (response: RestResponse): void => {
      const trace = runningSpan()?.trace;
      if (trace === undefined) return;
      if (!others.has(response)) others.set(response, response.getHeader(HEADER));
      const before = others.get(response);
      response.header(HEADER, `${before === undefined ? '' : `${before}, `}${timingsOf(trace)}`);
    };

    hooks
      .filter('rest_trace_request')
      .tap('server-timing', (trace, { method, route }) => trace ?? new Trace(`${method} ${route}`));
    // An answer without a body gets its header here; for any other the header is set again when its body is written.
    hooks.filter('rest_pre_serve_request').tap({ stage: LAST }, (_served, response) => setHeader(response));
    hooks.filter('rest_response_body').tap({ stage: LAST }, (_body, response) => setHeader(response));
  },
});
