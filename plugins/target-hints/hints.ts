import type { RestRequest, RestServer } from '../../core/index.ts';
import { allowedMethods } from '../allow-header/index.ts';

interface Linked {
  readonly _links?: { readonly self?: readonly { readonly href: string; readonly targetHints?: unknown }[] };
}

/** An item whose link `self` has `targetHints: { allow: [...] }`; unchanged where that link leads to no route. */
export async function withHints(item: unknown, request: RestRequest, server: RestServer): Promise<unknown> {
  const links = typeof item === 'object' && item !== null ? (item as Linked)._links : undefined;
  const [self, ...others] = links?.self ?? [];
  if (self === undefined || self.targetHints !== undefined) return item;
  const allow = await allowedAt(self.href, request, server);
  if (allow.length === 0) return item;
  return { ...(item as object), _links: { ...links, self: [{ ...self, targetHints: { allow } }, ...others] } };
}

/** The methods that an address of the interface takes; none for any other address. */
async function allowedAt(href: string, request: RestRequest, server: RestServer): Promise<readonly string[]> {
  const inner = server.requestFromUrl(href, request.context);
  const match = inner === false ? undefined : server.matchRoute(inner.route);
  const endpoint = match?.route.endpoints.find(({ methods }) => methods.includes('GET'));
  if (inner === false || match === undefined || endpoint === undefined) return [];
  inner.setParams('url', match.params);
  if ((await server.checkRequest(inner, endpoint)) !== undefined) return [];
  return allowedMethods(match.route, inner, server);
}
