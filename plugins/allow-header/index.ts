import {
  allReady,
  definePlugin,
  type Endpoint,
  isPromise,
  isRestError,
  type MaybePromise,
  type RestRequest,
  type RestResponse,
  type Route,
  whenReady,
} from '../../core/index.ts';

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
      const verdicts = allReady(route.endpoints.map((endpoint) => isAllowed(endpoint, request)));
      return whenReady(verdicts, (allowed) => tellAllowed(response, route, allowed));
    });
  },
});

function tellAllowed(response: RestResponse, { endpoints }: Route, verdicts: readonly boolean[]): undefined {
  const methods = new Map<string, boolean>();
  for (const [index, endpoint] of endpoints.entries()) {
    for (const method of endpoint.methods) methods.set(method, verdicts[index]!);
  }
  const allowed = [...methods.keys()].filter((method) => methods.get(method));
  if (allowed.length > 0) response.header('Allow', allowed.join(', '));
}

/** Whether an endpoint asks no permission, or its answer is exactly true. */
function isAllowed({ permission_callback }: Endpoint, request: RestRequest): MaybePromise<boolean> {
  if (permission_callback === undefined) return true;
  try {
    const verdict = permission_callback(request);
    return isPromise(verdict) ? verdict.then((value) => value === true, refused) : verdict === true;
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): false {
  if (isRestError(error)) return false;
  throw error;
}
