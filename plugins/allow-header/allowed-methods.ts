import type { RestRequest, RestServer, Route } from '../../core/index.ts';

/** The methods of a route that the user of a request may use on the object that it names, by the permission checks. */
export async function allowedMethods(
  route: Route,
  request: RestRequest,
  server: RestServer,
): Promise<readonly string[]> {
  const { endpoints } = route;
  const allowed = await Promise.all(endpoints.map((endpoint) => server.isPermitted(request, { route, endpoint })));
  const methods = new Map<string, boolean>();
  for (const [index, endpoint] of endpoints.entries()) {
    for (const method of endpoint.methods) methods.set(method, allowed[index]!);
  }
  return [...methods.keys()].filter((method) => methods.get(method));
}
