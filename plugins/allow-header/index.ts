import { definePlugin } from '../../core/index.ts';
import { allowedMethods } from './allowed-methods.ts';

export { allowedMethods } from './allowed-methods.ts';

/** The `Allow` header (4.3): which methods of the route this user may use on this object. */
export default definePlugin({
  name: 'allow-header',
  version: '0.1.0',
  description: 'Tells in `Allow` which methods of the route the request would be allowed.',
  group: 'framework',
  cacheable: true,
  capabilities: ['requests'],
  setup({ hooks }) {
    hooks.filter('rest_post_dispatch').tapPromise({ stage: -10 }, async (response, server, request) => {
      const route = response.matchedRoute === null ? undefined : server.routes.get(response.matchedRoute);
      if (route === undefined) return;
      const allowed = await allowedMethods(route, request, server);
      if (allowed.length > 0) response.header('Allow', allowed.join(', '));
    });
  },
});
