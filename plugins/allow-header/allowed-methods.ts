import { type Endpoint, isRestError, type RestRequest, type Route } from '../../core/index.ts';

/** The methods of a route that the user of a request may use on the object that it names, by the permission checks. */
export async function allowedMethods({ endpoints }: Route, request: RestRequest): Promise<readonly string[]> {
  const allowed = await Promise.all(endpoints.map((endpoint) => isAllowed(endpoint, request)));
  const methods = new Map<string, boolean>();
  for (const [index, endpoint] of endpoints.entries()) {
    for (const method of endpoint.methods) methods.set(method, allowed[index]!);
  }
  return [...methods.keys()].filter((method) => methods.get(method));
}

/** Whether an endpoint has no permission check, or its answer is exactly true. */
async function isAllowed({ permission_callback }: Endpoint, request: RestRequest): Promise<boolean> {
  if (permission_callback === undefined) return true;
  try {
    return (await permission_callback(request)) === true;
  } catch (error) {
    if (isRestError(error)) return false;
    throw error;
  }
}
