import { defineErrors, RestError, type RestRequest } from '../../core/index.ts';
import { authorizationRequiredCode } from '../../core/rest/index.ts';

/** The errors of storing users. Two carry no data, and so answer with status 500, as the reference's do. */
export const storeErrors = defineErrors({
  invalid_user_id: [404, 'There is no such user.'],
  empty_user_login: [400, 'A user needs a login name.'],
  user_login_too_long: [400, 'A login name has at most 60 characters.'],
  user_nicename_too_long: [400, 'A slug of a user has at most 50 characters.'],
  user_url_too_long: [400, 'An address of a user has at most 100 characters.'],
  existing_user_login: [null, 'The login name is taken.'],
  existing_user_email: [null, 'The email address is taken.'],
  incorrect_password: [401, 'The login name or the password is wrong.'],
});

/** The errors of the routes of users. */
export const userErrors = defineErrors({
  rest_not_logged_in: [401, 'You are not signed in.'],
  rest_user_invalid_id: [404, 'There is no such user.'],
  rest_user_cannot_view: ['authorization', 'You may not see these users.'],
  rest_forbidden_context: ['authorization', 'You may not see users as those who edit them do.'],
  rest_forbidden_orderby: ['authorization', 'You may not order users by this.'],
  rest_forbidden_who: ['authorization', 'You may not ask for authors.'],
  rest_cannot_create_user: ['authorization', 'You may not make users.'],
  rest_cannot_edit: ['authorization', 'You may not change this user.'],
  rest_cannot_edit_roles: ['authorization', 'You may not change the roles of this user.'],
  rest_user_cannot_delete: ['authorization', 'You may not delete this user.'],
  rest_user_exists: [400, 'A new user has no id.'],
  rest_user_invalid_argument: [400, 'A login name cannot be changed.'],
  rest_user_invalid_email: [400, 'Another user has this email address.'],
  rest_user_invalid_slug: [400, 'Another user has this slug.'],
  rest_user_invalid_role: [400, 'There is no such role.'],
  rest_user_invalid_username: [400, 'A login name has letters, digits, blanks and _ . - @ alone.'],
  rest_user_invalid_password: [400, 'A password has at most 4096 bytes, is not empty, and holds no backslash.'],
  rest_user_invalid_reassign: [400, 'There is no such user who could take over.'],
  rest_trash_not_supported: [501, 'Users have no trash; say force=true to delete.'],
});

/** The refusal of a role that there is, but that this request may not give; its code is that of an unknown one. */
export const roleForbidden = ({ user }: RestRequest): RestError =>
  new RestError('rest_user_invalid_role', 'You may not give this role.', { status: authorizationRequiredCode(user) });
