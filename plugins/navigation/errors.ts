import { defineErrors } from '../../core/index.ts';

/** The errors of the fallback menu. */
export const navigationErrors = defineErrors({
  rest_cannot_create: ['authorization', 'You may not make menus.'],
});
