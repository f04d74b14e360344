import type { PluginHooks } from '../hooks/index.ts';
import { traced } from '../trace/fire.ts';
import { refusalOf } from './authentication.ts';
import type { EndpointMatch, Route } from './endpoint.ts';
import { isRestError, type RestError } from './error.ts';
import type { RestRequest } from './request.ts';
import { isRestResponse, RestResponse } from './response.ts';
import { rulesOf } from './route-rules.ts';
import type { RestServer } from './server.ts';

/** Answers a request by its route: match, arguments, permission, callback. Throws what the hooks that decide throw. */
export async function dispatch(request: RestRequest, server: RestServer): Promise<RestResponse> {
  const early = await earlyResponse(request, server);
  if (early !== undefined) return early;
  const match = server.match(request);
  const invalid = await server.checkRequest(request, match.endpoint);
  return server.respond(request, match, invalid);
}

/** What a hook answers in place of a route. What PHP takes for empty is no answer: false, 0, `''`, `'0'`, an empty list. */
export async function earlyResponse(request: RestRequest, server: RestServer): Promise<RestResponse | undefined> {
  const early = await server.hooks.filter('rest_pre_dispatch').promise(null, server, request);
  return !early || early === '0' || (Array.isArray(early) && early.length === 0) ? undefined : toResponse(early);
}

/** Runs permission check and callback of a matched request, unless its arguments were in error. */
export async function respond(
  request: RestRequest,
  match: EndpointMatch,
  invalid: RestError | undefined,
  server: RestServer,
): Promise<RestResponse> {
  const { route, endpoint } = match;
  let result: unknown;
  try {
    result = await run(request, match, invalid ?? null, server);
  } catch (error) {
    result = server.toError(error, request);
  }
  const adjusted = await server.hooks.filter('rest_request_after_callbacks').promise(result, endpoint, request);
  const response = toResponse(adjusted);
  response.matchedRoute = route.pattern;
  response.matchedEndpoint = endpoint;
  return response;
}

async function run(
  request: RestRequest,
  match: EndpointMatch,
  invalid: RestError | null,
  server: RestServer,
): Promise<unknown> {
  const { hooks } = server;
  const { route, endpoint } = match;
  noteOwners(request, route, hooks);
  const before = await hooks.filter('rest_request_before_callbacks').promise(invalid, endpoint, request);
  if (isRestError(before)) return before;
  const refusal = await checkPermission(request, match, server);
  if (refusal !== undefined) return refusal;
  const instead = await hooks.filter('rest_dispatch_request').promise(null, request, route.pattern, endpoint);
  if (instead !== null && instead !== undefined) return instead;
  return traced('callback', route.pattern, endpoint.plugin, () => rulesOf(server).run('callback', match, request));
}

/** The error with which the permission check of an endpoint refuses a request, if it does. */
async function checkPermission(
  request: RestRequest,
  match: EndpointMatch,
  server: RestServer,
): Promise<RestError | undefined> {
  const { plugin, permission_callback } = match.endpoint;
  server.dropUnvouchedUser(request);
  if (permission_callback === undefined) return undefined;
  return traced('permission', match.route.pattern, plugin, async () =>
    refusalOf(await rulesOf(server).run('permission', match, request), request),
  );
}

/**
 * Notes the plugins of all endpoints of a route, since who may use each shows in the answer, and those that may have put
 * other routes in their place.
 */
function noteOwners(request: RestRequest, { endpoints }: Route, hooks: PluginHooks): void {
  if (request.context.recorder === undefined) return;
  for (const { plugin } of endpoints) hooks.noteParticipant(plugin, request);
  for (const name of ['rest_endpoints', 'cms_rest_server_class'] as const) {
    const plugin = hooks.uncacheableTap(name);
    if (plugin !== undefined) hooks.noteParticipant(plugin, request);
  }
}

/** Makes a response of what a handler answered. */
export function toResponse(result: unknown): RestResponse {
  if (isRestResponse(result)) return result;
  if (isRestError(result)) return RestResponse.fromError(result);
  return new RestResponse(result ?? null);
}
