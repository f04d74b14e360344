import { definePlugin, type RestRequest } from '../../core/index.ts';

const HEADER = 'X-HTTP-Method-Override';

/** Methods for clients that can only send GET and POST. */
export default definePlugin({
  name: 'method-override',
  version: '0.1.0',
  description: 'Takes the method of a request from `_method` in its query or from X-HTTP-Method-Override.',
  group: 'framework',
  cacheable: true,
  capabilities: ['authentication'],
  setup({ hooks }) {
    // First of all: everything that follows looks at the method.
    hooks.filter('rest_serve_request').tap({ stage: -100 }, (request) => {
      const method = request.paramsOf('query')._method ?? request.getHeader(HEADER);
      if (typeof method === 'string' && method !== '') request.method = method.toUpperCase();
    });
    if (hooks.has('rest_allowed_cors_headers')) {
      hooks
        .filter('rest_allowed_cors_headers')
        .tap('method-override', (names, request) => (isAskedFor(request) ? [...names, HEADER] : names));
    }
  },
});

/** Whether the request is a browser's CORS preflight for the header. */
function isAskedFor(request: RestRequest): boolean {
  if (request.method !== 'OPTIONS') return false;
  const asked = request.getHeader('Access-Control-Request-Headers') ?? '';
  return asked.split(',').some((name) => name.trim().toLowerCase() === HEADER.toLowerCase());
}
