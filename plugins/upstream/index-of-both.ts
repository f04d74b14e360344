import type { RestRequest, RestResponse } from '../../core/index.ts';
import type { KnownRoutes } from './upstream-index.ts';

/** An index of the interface, or of one of its namespaces. */
interface IndexData {
  namespaces?: readonly string[];
  namespace?: string;
  routes?: Readonly<Record<string, unknown>>;
}

/** Adds to an index what the upstream answers beside the routes that are here; an unreachable one adds nothing. */
export async function addUpstreamRoutes(
  response: RestResponse,
  request: RestRequest,
  read: () => Promise<KnownRoutes>,
): Promise<RestResponse> {
  request.context.recorder?.markUncacheable('it lists routes of another server');
  const known = await read().catch(() => undefined);
  if (known === undefined) return response;
  const data = response.data as IndexData;
  const { namespace, namespaces, routes = {} } = data;
  const isShown = (route: unknown): boolean =>
    namespace === undefined || (route as { namespace?: unknown } | null)?.namespace === namespace;
  const more = Object.entries(known.routes).filter(
    ([pattern, route]) => !Object.hasOwn(routes, pattern) && isShown(route),
  );
  response.data = {
    ...data,
    ...(namespaces === undefined ? {} : { namespaces: [...new Set([...namespaces, ...known.namespaces])] }),
    routes: { ...routes, ...Object.fromEntries(more) },
  };
  return response;
}
