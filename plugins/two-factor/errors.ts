import { defineErrors } from '../../core/index.ts';

/** The errors of the second factor. */
export const errors = defineErrors({
  two_factor_enabled: [409, 'The user has a second factor; disable it before another is set up.'],
  two_factor_disabled: [404, 'The user has no second factor.'],
  two_factor_not_begun: [409, 'No second factor is being set up, or that was over an hour ago; begin anew.'],
  two_factor_invalid_otp: [400, 'The code is wrong, was used before, or is of another time.'],
  two_factor_password_required: [403, 'Give the current password, or sign in anew.'],
  two_factor_proof_required: [403, 'Give the current password, or a code of the second factor.'],
  rest_cannot_view_two_factor: ['authorization', 'You may not see the second factor of this user.'],
  rest_cannot_edit_two_factor: ['authorization', 'Users alone set up their second factor.'],
  rest_cannot_delete_two_factor: ['authorization', 'You may not disable the second factor of this user.'],
});
