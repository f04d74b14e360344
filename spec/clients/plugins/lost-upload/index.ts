import { definePlugin } from 'tappet';

/** What a proxy in front of a site does that gives up on a large image: the file is there, the answer is not. */
export default definePlugin({
  name: 'lost-upload',
  version: '1.0.0',
  description: 'Answers uploads of files called lost-… with 504 once they are stored.',
  capabilities: ['requests', 'routes:cms/v2'],
  setup({ hooks }) {
    hooks.filter('rest_post_dispatch').tap('lost-upload', (response, _server, request) => {
      const isUpload = request.method === 'POST' && request.route.endsWith('/media') && response.status === 201;
      const { source_url: url } = (response.data ?? {}) as { source_url?: string };
      if (isUpload && url?.includes('/lost-')) {
        response.status = 504;
        response.data = { code: 'gateway_timeout', message: 'Too slow.', data: { status: 504 } };
      }
      return response;
    });
  },
});
