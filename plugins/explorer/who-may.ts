import {
  ANONYMOUS,
  type CurrentUser,
  type HttpContext,
  httpInfoOf,
  RequestContext,
  RestRequest,
  type RestServer,
} from '../../core/index.ts';
import type { Roles } from '../roles/index.ts';

/** Nobody's id, so that nothing is this user's own. */
const NOBODYS_ID = 2 ** 31 - 1;

/** The methods by which a path may be called: by whoever asks, and with `roles` by a user of each, and by anybody. */
export async function whoMay(
  server: RestServer,
  http: HttpContext,
  user: CurrentUser,
  roles: Roles | undefined,
): Promise<unknown> {
  const path = http.query.path;
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  const { tls, serverName, remoteAddress } = httpInfoOf(http);
  const connection = { tls, serverName, remoteAddress, cookie: () => undefined };
  /** As the `Allow` header answers: an `OPTIONS` runs the permission checks of the route, and nothing else of it. */
  const allowed = async (as: CurrentUser): Promise<string[]> => {
    const context = new RequestContext({ user: as, http: connection });
    const response = await server.dispatchAndFilter(new RestRequest('OPTIONS', path, { context }));
    return response.getHeader('Allow')?.split(', ') ?? [];
  };
  const you = await allowed(user);
  if (roles === undefined) return { you };
  const others: { role: string; methods: string[] }[] = [{ role: 'Anybody', methods: await allowed(ANONYMOUS) }];
  for (const [role, { name }] of roles.all()) {
    others.push({ role: name, methods: await allowed(roles.createUser(NOBODYS_ID, { [role]: true })) });
  }
  return { you, roles: others };
}
