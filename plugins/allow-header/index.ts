import { definePlugin, type Endpoint, isRestError, type RestRequest } from '../../core/index.ts';

/** The `Allow` header (4.3): which methods of the route this user may use on this object. */
export default definePlugin({
  name: 'allow-header',
  version: '0.1.0',
  description: 'Tells in `Allow` which methods of the route the request would be allowed.',
  setup({ hooks }) {
    hooks.filter('rest_post_dispatch').tap({ stage: -10 }, async (response, server, request) => {
      const route = response.matchedRoute === null ? undefined : server.routes.get(response.matchedRoute);
      if (route === undefined) return;
      const verdicts = await Promise.all(route.endpoints.map((endpoint) => isAllowed(endpoint, request)));
      const methods = new Map<string, boolean>();
      for (const [index, endpoint] of route.endpoints.entries()) {
        for (const method of endpoint.methods) methods.set(method, verdicts[index]!);
      }
      const allowed = [...methods.keys()].filter((method) => methods.get(method));
      if (allowed.length > 0) response.header('Allow', allowed.join(', '));
    });
  },
});

/** Whether an endpoint asks no permission, or its answer is exactly true. */
async function isAllowed({ permission_callback }: Endpoint, request: RestRequest): Promise<boolean> {
  if (permission_callback === undefined) return true;
  try {
    return (await permission_callback(request)) === true;
  } catch (error) {
    if (isRestError(error)) return false;
    throw error;
  }
}
