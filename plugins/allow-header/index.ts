import { definePlugin, whenReady } from '../../core/index.ts';
import { allowedMethods } from './allowed-methods.ts';

export { allowedMethods } from './allowed-methods.ts';

/** The `Allow` header (4.3): which methods of the route this user may use on this object. */
export default definePlugin({
  name: 'allow-header',
  version: '0.1.0',
  description: 'Tells in `Allow` which methods of the route the request would be allowed.',
  cacheable: true,
  setup({ hooks }) {
    hooks.filter('rest_post_dispatch').tap({ stage: -10 }, (response, server, request) => {
      const route = response.matchedRoute === null ? undefined : server.routes.get(response.matchedRoute);
      if (route === undefined) return;
      return whenReady(allowedMethods(route, request), (allowed) => {
        if (allowed.length > 0) response.header('Allow', allowed.length === 1 ? allowed[0]! : allowed.join(', '));
      });
    });
  },
});
