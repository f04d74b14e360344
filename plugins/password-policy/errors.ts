import { defineErrors } from '../../core/index.ts';

/** The errors of changes that take the current password. */
export const errors = defineErrors({
  rest_current_password_required: [
    403,
    'To change a password or an e-mail address, give your own in current_password.',
  ],
  rest_current_password_incorrect: [403, 'The current password is wrong.'],
});
