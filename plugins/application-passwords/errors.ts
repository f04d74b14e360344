import { defineErrors } from '../../core/index.ts';

/** The errors of application passwords. */
export const errors = defineErrors({
  incorrect_password: [401, 'The user name or the application password is wrong.'],
  application_passwords_disabled: [501, 'Application passwords need TLS, or a local host.'],
  application_passwords_disabled_for_user: [501, 'This user may not use application passwords.'],
  application_password_empty_name: [400, 'An application password needs a name.'],
  application_password_duplicate_name: [409, 'The user has an application password of this name.'],
  application_password_expired: [400, 'The end of an application password is a date to come.'],
  application_password_invalid_scope: [400, 'The scope of an application password is all or read.'],
  application_password_unsupported: [
    400,
    'Application passwords of this site have no end and no scope, as the other program that takes them knows neither.',
  ],
  application_password_scope: [403, 'This application password is for reading only.'],
  rest_application_password_not_found: [404, 'The user has no such application password.'],
  rest_no_authenticated_app_password: [404, 'The request was not made with an application password.'],
  rest_cannot_list_application_passwords: ['authorization', 'You may not list this user’s application passwords.'],
  rest_cannot_create_application_passwords: ['authorization', 'You may not make application passwords for this user.'],
  rest_cannot_read_application_password: ['authorization', 'You may not read this application password.'],
  rest_cannot_edit_application_password: ['authorization', 'You may not change this application password.'],
  rest_cannot_delete_application_passwords: ['authorization', 'You may not revoke this user’s application passwords.'],
  rest_cannot_delete_application_password: ['authorization', 'You may not revoke this application password.'],
  rest_cannot_introspect_app_password_for_non_authenticated_user: [
    'authorization',
    'Only the application password of the request itself can be introspected.',
  ],
});
