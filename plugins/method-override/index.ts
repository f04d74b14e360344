import { definePlugin } from '../../core/index.ts';

/** Methods for clients that can only send GET and POST. */
export default definePlugin({
  name: 'method-override',
  version: '0.1.0',
  description: 'Takes the method of a request from `_method` in its query or from X-HTTP-Method-Override.',
  cacheable: true,
  capabilities: ['authentication'],
  setup({ hooks }) {
    // First of all: everything that follows looks at the method.
    hooks.filter('rest_serve_request').tap({ stage: -100 }, (request) => {
      const method = request.paramsOf('query')._method ?? request.getHeader('X-HTTP-Method-Override');
      if (typeof method === 'string' && method !== '') request.method = method.toUpperCase();
    });
  },
});
