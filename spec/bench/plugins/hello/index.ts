import { definePlugin } from 'tappet';

/** The smallest plugin: a route that answers `{"hello":"world"}`. */
export default definePlugin({
  name: 'hello',
  version: '1.0.0',
  description: 'Answers a greeting.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('hello', (server) => {
      server.registerRoute('hello/v1', '/greeting', {
        callback: () => ({ hello: 'world' }),
        permission_callback: () => true,
      });
    });
  },
});
