import { type RequestContext, serviceToken } from '../core/index.ts';
import type { Services } from '../core/services/index.ts';

/** Does work on behalf of a request or a command, where a plugin tells others who acts. */
export function actingAs<T>(
  services: Services,
  acting: { readonly context: RequestContext } | { readonly command: string },
  work: () => T,
): T {
  const actors = services.find(serviceToken('actors'));
  return actors === undefined ? work() : actors.run(acting, work);
}
