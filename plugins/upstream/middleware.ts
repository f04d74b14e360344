import {
  type HttpMiddleware,
  isRestError,
  type Logger,
  RequestContext,
  type RestError,
  RestRequest,
} from '../../core/index.ts';
import { httpInfoOf, type MiddlewareContext, type RestServer } from '../../core/rest/index.ts';
import type { Upstream } from './ask.ts';
import { upstreamErrors } from './errors.ts';
import { hasPassed } from './headers.ts';
import { passOn, refusalOf } from './pass-on.ts';
import { requestedRoute } from './requested-route.ts';
import { isWithin, type UpstreamIndex } from './upstream-index.ts';

/** Which requests go where. */
export interface PassingRules {
  readonly server: RestServer;
  readonly upstream: Upstream;
  readonly index: UpstreamIndex;
  readonly log: Logger;
  readonly namespaces?: readonly string[] | undefined;
  readonly always: readonly string[];
  readonly everything: boolean;
  readonly own: readonly string[];
  readonly clientHost: boolean;
}

/** Koa middleware that passes requests on which are not answered here. */
export function answerFromUpstream(rules: PassingRules): HttpMiddleware {
  const { server, upstream, index, log, namespaces, always, everything, own, clientHost } = rules;
  const ownHost = clientHost ? undefined : upstream.origin.host;

  /** Whether the upstream answers a route: only routes that are not here cost more than a look at the lists. */
  async function isRoutePassed(route: string): Promise<boolean> {
    if (isWithin(route, always)) return true;
    if (server.matchRoute(route) !== undefined) return false;
    if (namespaces !== undefined) return isWithin(route, namespaces);
    return index.includes(route).catch((error) => {
      throw refusalOf(error, log);
    });
  }

  const isOwnPage = ({ path }: MiddlewareContext): boolean =>
    !path.startsWith('/') || own.some((one) => path === one || path.startsWith(`${one}/`));

  /** Passes a request on if it is one of those, and says whether it has. */
  async function isAnswered(context: MiddlewareContext, route: string | null): Promise<boolean> {
    const isPassed = route === null ? everything && !isOwnPage(context) : await isRoutePassed(route);
    if (isPassed) await passOn(context, upstream, ownHost, log);
    return isPassed;
  }

  return async (context, next) => {
    const { headers, url } = context.req!;
    const route = requestedRoute(url!, server);
    try {
      if (hasPassed(headers)) throw upstreamErrors.rest_upstream_loop();
      if (await isAnswered(context, route)) return;
    } catch (error) {
      if (!isRestError(error)) throw error;
      return answerError(context, route, error);
    }
    await next();
  };

  /** Answers with an error as the interface does, the headers for scripts of other origins among them. */
  async function answerError(context: MiddlewareContext, route: string | null, error: RestError): Promise<void> {
    if (route === null) {
      context.status = error.status;
      context.body = `${error.message}\n`;
      return;
    }
    const init = { headers: context.req!.headers, context: new RequestContext({ http: httpInfoOf(context) }) };
    const { status, headers, body } = await server.serve(new RestRequest(context.method, route, init), error);
    context.status = status;
    // An answer to HEAD has none.
    if (body !== null) context.body = body;
    for (const [name, value] of Object.entries(headers)) context.set(name, value);
  }
}
