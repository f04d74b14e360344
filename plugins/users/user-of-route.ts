import { isLoggedIn, type RestRequest } from '../../core/index.ts';
import { userErrors as errors } from './errors.ts';
import type { User } from './user.ts';
import type { UserStore } from './user-store.ts';

/**
 * The user whom the address of a route below `/users/{id|me}` names in its parameter `user_id`.
 * @throws an error object `rest_not_logged_in` (401) for `me` of nobody, or `rest_user_invalid_id` (404)
 */
export async function userOfRoute(request: RestRequest, users: UserStore): Promise<User> {
  const asked = request.getParam('user_id');
  if (asked === 'me' && !isLoggedIn(request.user)) throw errors.rest_not_logged_in();
  const user = await users.byId(asked === 'me' ? request.user.id : Number(asked));
  if (user === null) throw errors.rest_user_invalid_id();
  return user;
}
