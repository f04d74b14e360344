import { defineErrors } from '../../core/index.ts';

/** The errors of the menu that stands in. */
export const navigationErrors = defineErrors({
  rest_cannot_create: ['authorization', 'You may not make menus.'],
});
