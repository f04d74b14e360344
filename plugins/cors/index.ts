import { definePlugin, isLoggedIn, type RestResponse } from '../../core/index.ts';
import { cleanUrl } from '../../core/text/index.ts';
import { corsHooks } from './hooks.ts';

/** Cross-origin headers (4.3). */
export default definePlugin({
  name: 'cors',
  version: '0.1.0',
  description: 'Lets scripts of other origins use the interface.',
  group: 'framework',
  cacheable: true,
  capabilities: ['requests'],
  hooks: corsHooks,
  setup({ hooks, brand }) {
    const exposed = hooks.filter('rest_exposed_cors_headers');
    const allowed = hooks.filter('rest_allowed_cors_headers');
    const exposedByDefault = Object.freeze([brand.header('Total'), brand.header('TotalPages'), 'Link']);
    const allowedByDefault = Object.freeze([
      'Authorization',
      brand.header('Nonce'),
      'Content-Disposition',
      'Content-MD5',
      'Content-Type',
    ]);
    const [exposedText, allowedText] = [exposedByDefault.join(', '), allowedByDefault.join(', ')];

    hooks.filter('rest_pre_serve_request').tap('cors', (_served, response, request) => {
      const exposedNames = exposed.call(exposedByDefault, request);
      const allowedNames = allowed.call(allowedByDefault, request);
      response.headers['Access-Control-Expose-Headers'] =
        exposedNames === exposedByDefault ? exposedText : exposedNames.join(', ');
      response.headers['Access-Control-Allow-Headers'] =
        allowedNames === allowedByDefault ? allowedText : allowedNames.join(', ');
      const origin = request.getHeader('Origin');
      if (origin) {
        allowOrigin(response, origin);
      } else if (request.method === 'GET' && !isLoggedIn(request.user)) {
        response.header('Vary', 'Origin', false);
      }
    });
  },
});

function allowOrigin(response: RestResponse, origin: string): void {
  response.header('Vary', 'Origin', false);
  const clean = origin === 'null' ? origin : cleanUrl(origin);
  if (clean === '') return;
  response.headers['Access-Control-Allow-Origin'] = clean;
  response.headers['Access-Control-Allow-Methods'] = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';
  response.headers['Access-Control-Allow-Credentials'] = 'true';
}
