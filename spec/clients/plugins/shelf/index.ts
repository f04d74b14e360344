import { definePlugin } from 'tappet';

const TITLES = ['Emma', 'Ulysses'];

/** Routes in a namespace of their own, which clients learn of from the index. */
export default definePlugin({
  name: 'shelf',
  version: '1.0.0',
  description: 'Lends two books.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('shelf', (server) => {
      server.registerRoute('shelf/v1', '/books', {
        methods: 'GET',
        args: { author: { type: 'string' } },
        callback: (request) => ({ titles: TITLES, author: request.getParam('author') ?? null }),
        permission_callback: () => true,
      });
      server.registerRoute('shelf/v1', '/books/(?P<number>[\\d]+)', {
        methods: 'GET',
        callback: (request) => ({ title: TITLES[Number(request.getParam('number')) - 1] ?? null }),
        permission_callback: () => true,
      });
    });
  },
});
