import { definePlugin, type RestRequest } from '../../core/index.ts';

/** The key of the notices in the context of a request. */
const NOTICES = Symbol('deprecation notices');

const NOT_IN_HEADERS = /[^\x20-\x7e]+/g;

/** In debug mode, names in headers the deprecated functions and parameters that a request used (4.3). */
export default definePlugin({
  name: 'deprecation',
  version: '0.1.0',
  description: 'Tells developers by headers which deprecated functions and parameters a request used.',
  group: 'framework',
  capabilities: ['requests'],
  cacheable: true,
  setup({ hooks, brand, site, log }) {
    if (!site.debug) return;

    const warn = (header: string, what: string, request: RestRequest | undefined) => {
      log.warn({ header, route: request?.route }, what);
      if (request !== undefined) noticesOf(request).push([header, what.replace(NOT_IN_HEADERS, ' ')]);
    };

    hooks.action('deprecated_function_run').tap('deprecation', (functionName, replacement, version, request) => {
      const tail = replacement === '' ? 'no alternative available' : `use ${replacement} instead`;
      warn(brand.header('DeprecatedFunction'), `${functionName} (since ${version}; ${tail})`, request);
    });

    hooks.action('deprecated_argument_run').tap('deprecation', (functionName, message, version, request) => {
      const tail = message === '' ? 'no alternative available' : message;
      warn(brand.header('DeprecatedParam'), `${functionName} (since ${version}; ${tail})`, request);
    });

    hooks.filter('rest_pre_serve_request').tap('deprecation', (_served, response, request) => {
      for (const [header, what] of noticesOf(request)) response.header(header, what, false);
    });
  },
});

const noticesOf = (request: RestRequest): [header: string, what: string][] => request.context.memo(NOTICES, () => []);
