import type { RestError, RestRequest } from '../../core/index.ts';
import { userErrors as errors, roleForbidden } from './errors.ts';
import type { UserServices } from './services.ts';
import type { User } from './user.ts';

/** What a permission check answers. */
export type Verdict = true | RestError;

const hasMembers = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** Whether a request may see the list it asks for. */
export function mayList(request: RestRequest): Verdict {
  const { user } = request;
  const mayListUsers = user.can('list_users');
  if ((hasMembers(request.getParam('roles')) || hasMembers(request.getParam('capabilities'))) && !mayListUsers) {
    return errors.rest_user_cannot_view(request);
  }
  if (request.getParam('context') === 'edit' && !mayListUsers) return errors.rest_forbidden_context(request);
  const orderBy = request.getParam('orderby');
  if ((orderBy === 'email' || orderBy === 'registered_date') && !mayListUsers) {
    return errors.rest_forbidden_orderby(request);
  }
  const mayWrite = () => user.can('edit_posts') || user.can('edit_pages');
  return request.getParam('who') === 'authors' && !mayWrite() ? errors.rest_forbidden_who(request) : true;
}

/** Whether a request may see a user: the request's own user, a public author, or with the capability any user. */
export async function mayRead(
  user: User,
  request: RestRequest,
  services: Pick<UserServices, 'authorTypes' | 'users'>,
): Promise<Verdict> {
  const { id } = request.user;
  if (id > 0 && id === user.id) return true;
  if (request.user.can('list_users')) return true;
  if (request.getParam('context') === 'edit') return errors.rest_forbidden_context(request);
  if (request.user.can('edit_user', user)) return true;
  const { users, authorTypes } = services;
  const isAuthor = await users.hasPublished(request.context, user.id, authorTypes.names());
  return isAuthor || errors.rest_user_cannot_view(request);
}

/** Whether a request may change a user, including the user's roles. */
export function mayUpdate(user: User, request: RestRequest): Verdict {
  if (hasMembers(request.getParam('roles'))) {
    if (!request.user.can('promote_user', user)) return errors.rest_cannot_edit_roles(request);
    const names = Object.keys(request.getParams()).filter((name) => name !== 'id');
    // A user who may promote users may do so without the capability to edit them.
    if (names.length === 1) return true;
  }
  return request.user.can('edit_user', user) || errors.rest_cannot_edit(request);
}

/** Whether roles may be given to a user; throws the error object that says why not. */
export function checkRoles(
  userId: number,
  roles: readonly string[],
  request: RestRequest,
  services: Pick<UserServices, 'hooks' | 'roles'>,
): void {
  const known = services.roles.all();
  const editable = services.hooks.filter('editable_roles').call([...known.keys()], request);
  for (const slug of roles) {
    const role = known.get(slug);
    if (role === undefined) throw errors.rest_user_invalid_role();
    // A user may not give up the capability that is needed to restore it.
    if (userId === request.user.id && role.capabilities.edit_users !== true) throw roleForbidden(request);
    if (!editable.includes(slug)) throw roleForbidden(request);
  }
}
