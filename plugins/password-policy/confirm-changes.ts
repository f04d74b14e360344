import type { Brand, RestRequest } from '../../core/index.ts';
import type { Reauthentication } from '../sessions/index.ts';
import type { UserStore } from '../users/index.ts';
import { errors } from './errors.ts';

/** The argument that brings the password of the user who makes a request. */
export const CURRENT_PASSWORD = 'current_password';

/** The services that confirming changes needs. */
export interface ConfirmParts {
  readonly users: UserStore;
  readonly reauthentication: Reauthentication;
  readonly brand: Brand;
}

/**
 * Has the change of a password or an e-mail address confirmed with the password of the user who makes it, but in a session of
 * the last hour. Nothing else sees the password afterwards.
 * @param route the pattern of the matched route
 * @throws an error object with status 403, 429 or 503
 */
export async function confirmChange(request: RestRequest, route: string, parts: ConfirmParts): Promise<void> {
  const { users, reauthentication, brand } = parts;
  const base = `/${brand.namespace}/users`;
  if (![`${base}/me`, `${base}/(?P<id>[\\d]+)`].includes(route)) return;
  if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return;
  const password = String(request.getParam(CURRENT_PASSWORD) ?? '');
  for (const source of request.parameterOrder()) delete request.paramsOf(source)[CURRENT_PASSWORD];
  if (!(await isGuarded(request, route === `${base}/me`, users))) return;
  const claimant = await reauthentication.claimant(request);
  if (await reauthentication.isRecent(claimant)) return;
  if (password === '') throw errors.rest_current_password_required();
  if (!(await reauthentication.isPassword(claimant, password))) throw errors.rest_current_password_incorrect();
}

/** Whether a request changes what its user signs in with. */
async function isGuarded(request: RestRequest, isMe: boolean, users: UserStore): Promise<boolean> {
  if (request.getParam('password') !== null) return true;
  const email = request.getParam('email');
  if (email === null) return false;
  const user = await users.byId(isMe ? request.user.id : Number(request.getParam('id')));
  return user !== null && user.email !== email;
}
