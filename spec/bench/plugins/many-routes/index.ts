import { definePlugin } from 'tappet';

const ROUTES = 5000;

/** Routes that are never requested, half of them with a parameter in their path. */
export default definePlugin({
  name: 'many-routes',
  version: '1.0.0',
  description: 'Registers 5,000 routes.',
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('many-routes', (server) => {
      for (let route = 0; route < ROUTES; route++) {
        const parameter = route % 2 === 0 ? '' : '/(?P<id>[\\d]+)';
        server.registerRoute(`many-routes/v${route % 50}`, `/thing${route}${parameter}`, {
          callback: () => null,
          permission_callback: () => true,
        });
      }
    });
  },
});
