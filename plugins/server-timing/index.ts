import { definePlugin, type RestResponse, runningSpan, Trace } from '../../core/index.ts';
import { timingsOf } from './timings.ts';

const HEADER = 'Server-Timing';

/** Behind everything else that touches an answer. */
const LAST = 10_000;

/** Times of answers by plugin, while debug is on. */
export default definePlugin({
  name: 'server-timing',
  version: '0.1.0',
  description: 'Tells in the header Server-Timing how long each plugin took, while debug is on.',
  cacheable: true,
  setup({ hooks, site }) {
    if (!site.debug) return;
    /** What others said in the header, by answer. */
    const others = new WeakMap<RestResponse, string | undefined>();

    const tell = (response: RestResponse): void => {
      const trace = runningSpan()?.trace;
      if (trace === undefined) return;
      if (!others.has(response)) others.set(response, response.getHeader(HEADER));
      const before = others.get(response);
      response.header(HEADER, `${before === undefined ? '' : `${before}, `}${timingsOf(trace)}`);
    };

    hooks
      .filter('rest_trace_request')
      .tap('server-timing', (trace, { method, route }) => trace ?? new Trace(`${method} ${route}`));
    // An answer without a body is told here; any other again when its body is written.
    hooks.filter('rest_pre_serve_request').tap({ stage: LAST }, (_served, response) => tell(response));
    hooks.filter('rest_response_body').tap({ stage: LAST }, (_body, response) => tell(response));
  },
});
