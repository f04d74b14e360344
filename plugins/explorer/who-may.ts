import { type CurrentUser, type HttpContext, RequestContext, RestRequest, type RestServer } from '../../core/index.ts';
import { ANONYMOUS, httpInfoOf } from '../../core/rest/index.ts';
import type { Roles } from '../roles/index.ts';

/** An id of no user, so that no object belongs to this user. */
const UNUSED_ID = 2 ** 31 - 1;

/** The methods that the user may call on a path and, with `roles`, those of a user of each role and of an anonymous one. */
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
  /** As the `Allow` header answers: an `OPTIONS` runs the permission checks of the route, and nothing else. */
  const allowed = async (as: CurrentUser): Promise<string[]> => {
    const context = new RequestContext({ user: as, http: connection });
    const response = await server.dispatchAndFilter(new RestRequest('OPTIONS', path, { context }));
    return response.getHeader('Allow')?.split(', ') ?? [];
  };
  const you = await allowed(user);
  if (roles === undefined) return { you };
  const others: { role: string; methods: string[] }[] = [{ role: 'Anybody', methods: await allowed(ANONYMOUS) }];
  for (const [role, { name }] of roles.all()) {
    others.push({ role: name, methods: await allowed(roles.createUser(UNUSED_ID, { [role]: true })) });
  }
  return { you, roles: others };
}
