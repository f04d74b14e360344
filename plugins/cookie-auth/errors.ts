import { defineErrors } from '../../core/index.ts';

/** The errors of cookie authentication (5). */
export const errors = defineErrors({
  rest_cookie_invalid_nonce: [403, 'Cookie nonce is invalid'],
});
