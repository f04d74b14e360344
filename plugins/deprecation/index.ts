import { definePlugin, type RestRequest } from '../../core/index.ts';

/** The key under which the notices of a request are kept with it. */
const NOTICES = Symbol('deprecation notices');

const NOT_IN_HEADERS = /[^\x20-\x7e]+/g;

/** Headers that tell, in debug mode, what a request used that is deprecated (4.3). */
export default definePlugin({
  name: 'deprecation',
  version: '0.1.0',
  description: 'Tells developers by headers which deprecated functions and parameters a request used.',
  cacheable: true,
  setup({ hooks, brand, site, log }) {
    if (!site.debug) return;

    const note = (header: string, what: string, request: RestRequest | undefined) => {
      log.warn({ header, route: request?.route }, what);
      if (request !== undefined) noticesOf(request).push([header, what.replace(NOT_IN_HEADERS, ' ')]);
    };

    hooks.action('deprecated_function_run').tap('deprecation', (functionName, replacement, version, request) => {
      const tail = replacement === '' ? 'no alternative available' : `use ${replacement} instead`;
      note(brand.header('DeprecatedFunction'), `${functionName} (since ${version}; ${tail})`, request);
    });

    hooks.action('deprecated_argument_run').tap('deprecation', (functionName, message, version, request) => {
      const tail = message === '' ? 'no alternative available' : message;
      note(brand.header('DeprecatedParam'), `${functionName} (since ${version}; ${tail})`, request);
    });

    hooks.filter('rest_pre_serve_request').tap('deprecation', (_served, response, request) => {
      for (const [header, what] of noticesOf(request)) response.header(header, what, false);
    });
  },
});

const noticesOf = (request: RestRequest): [header: string, what: string][] => request.context.memo(NOTICES, () => []);
