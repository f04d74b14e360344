import {
  allReady,
  type Endpoint,
  isPromise,
  isRestError,
  type MaybePromise,
  type RestRequest,
  type Route,
  whenReady,
} from '../../core/index.ts';

/** Which methods of a route the user of a request may use on what it names: those whose permission check says so. */
export function allowedMethods({ endpoints }: Route, request: RestRequest): MaybePromise<readonly string[]> {
  const verdicts = allReady(endpoints.map((endpoint) => isAllowed(endpoint, request)));
  return whenReady(verdicts, (allowed) => {
    if (endpoints.length === 1) return allowed[0] === true ? endpoints[0]!.methods : [];
    const methods = new Map<string, boolean>();
    for (const [index, endpoint] of endpoints.entries()) {
      for (const method of endpoint.methods) methods.set(method, allowed[index]!);
    }
    return [...methods.keys()].filter((method) => methods.get(method));
  });
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
