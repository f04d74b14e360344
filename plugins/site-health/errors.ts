import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of the site's health. */
export const siteHealthErrors = defineErrors({
  not_available: [500, 'The sizes of folders are not known.'],
});
