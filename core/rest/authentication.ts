import type { PluginHooks } from '../hooks/index.ts';
import type { Services } from '../services/services.ts';
import type { RequestContext } from './context.ts';
import { readers } from './credentials.ts';
import { isRestError, RestError } from './error.ts';
import type { RestRequest } from './request.ts';
import { authorizationRequiredCode, isLoggedIn } from './user.ts';
import { UserLoader } from './user-loader.ts';

/** The contexts whose user is known already, or was asked for in headers in vain. */
const identified = new WeakSet<RequestContext>();

/** Finds out who a request is from, by its headers where its body has not been read. */
export async function identify(request: RestRequest, hooks: PluginHooks, services: Services): Promise<void> {
  const { context } = request;
  const userId = await hooks.filter('determine_current_user').promise(false, request);
  if (typeof userId === 'number' && userId > 0) {
    const user = await services.find(UserLoader)?.load(userId, context);
    context.user = user === null || user === undefined ? context.user : readers.vouch(user);
  }
  if (isLoggedIn(context.user) || request.getHeader('Authorization') !== null) identified.add(context);
}

/**
 * Finds out who makes a request; answers with the error that refuses it, if one does. `headers` are those of the answer,
 * which taps may add to.
 */
export async function authenticate(
  request: RestRequest,
  headers: Record<string, string>,
  hooks: PluginHooks,
  services: Services,
): Promise<RestError | undefined> {
  if (!identified.has(request.context)) await identify(request, hooks, services);
  const verdict = await hooks.filter('rest_authentication_errors').promise(null, request, headers);
  return isRestError(verdict) ? verdict : undefined;
}

/** The error with which a permission callback's verdict refuses a request: anything but false, null and an error lets it run. */
export function refusalOf(verdict: unknown, request: RestRequest): RestError | undefined {
  if (isRestError(verdict)) return verdict;
  if (verdict !== false && verdict !== null && verdict !== undefined) return undefined;
  return new RestError('rest_forbidden', 'You may not do that.', { status: authorizationRequiredCode(request.user) });
}
