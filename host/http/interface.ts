import type { Context, Middleware } from 'koa';
import { CacheRecorder } from '../../core/cache/index.ts';
import type { Generation } from '../../core/generation.ts';
import { isRestError, RequestContext, type RestError, RestRequest } from '../../core/index.ts';
import { httpInfoOf, type RouteMatch } from '../../core/rest/index.ts';
import { type RequestBody, receiveBody } from './body.ts';
import { send } from './send.ts';
import type { HttpSettings } from './settings.ts';
import { readTarget, type Target } from './target.ts';

/** Koa middleware that answers requests to the REST interface, and requests whose target cannot be read. */
export function answerInterface({ server, site }: Generation, settings: HttpSettings): Middleware {
  return async (context, next) => {
    let target: Target;
    try {
      target = readTarget(context.req.url!, { home: site.home, index: site.index, prefix: server.urlPrefix });
    } catch (error) {
      if (!isRestError(error)) throw error;
      return answer(toRestRequest(context, '/', contextOf(context)), context, error);
    }
    const { query } = target;
    const route = routeOf(target);
    if (route === null) return next();
    const own = contextOf(context);
    const { body, unreadable } = await receiveBody(context, settings, {
      isTaken: () => server.matchRoute(route) !== undefined,
      isSignedIn: () => server.identifies(toRestRequest(context, route, own, query)),
    });
    return answer(toRestRequest(context, route, own, query, body), context, unreadable);
  };

  /**
   * The route that a target asks for. Routes are matched by the path as it was sent, as in the reference, so that an encoded
   * slash separates nothing; the decoded path is taken where it fits the same route, so that values of the path are decoded.
   */
  function routeOf({ route, encodedRoute }: Target): string | null {
    if (route === null || encodedRoute === undefined) return route;
    const [encoded, decoded] = [server.matchRoute(encodedRoute), server.matchRoute(route)];
    const isSame =
      encoded === undefined ? isEncodedValue(decoded, route, encodedRoute) : encoded.route === decoded?.route;
    return isSame ? route : encodedRoute;
  }

  async function answer(request: RestRequest, context: Context, unreadable?: RestError): Promise<void> {
    send(context, await server.serve(request, unreadable));
  }
}

/** Whether the first slash that is encoded is of a value that may have some, such as the id of a template. */
function isEncodedValue(decoded: RouteMatch | undefined, route: string, encodedRoute: string): boolean {
  const value = Object.values(decoded?.params ?? {}).find((one) => one?.includes('/'));
  return value !== undefined && encodedRoute.startsWith(route.slice(0, route.indexOf(value)));
}

/** What a request and all that is made of it share. */
const contextOf = (context: Context): RequestContext =>
  new RequestContext({ http: httpInfoOf(context), recorder: CacheRecorder.of(context.req) });

/** Makes a REST request of an HTTP request. */
function toRestRequest(
  { req }: Context,
  route: string,
  context: RequestContext,
  query?: object,
  body?: RequestBody,
): RestRequest {
  return new RestRequest(req.method!, route, {
    query,
    headers: req.headers,
    form: body?.form,
    body: body?.bytes,
    bodyPath: body?.path,
    files: body?.files,
    context,
  });
}
