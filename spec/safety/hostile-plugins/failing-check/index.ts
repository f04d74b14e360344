import { definePlugin } from 'tappet';

/** Registers a route whose permission check fails for every request. */
export default definePlugin({
  name: 'failing-check',
  version: '1.0.0',
  description: 'Fails in the permission check of its route.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('failing-check', (server) => {
      server.registerRoute('failing-check/v1', '/a', {
        callback: () => 1,
        permission_callback: () => {
          throw new Error('no luck');
        },
      });
    });
  },
});
