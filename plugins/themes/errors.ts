import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of themes. */
export const themeErrors = defineErrors({
  rest_cannot_view_themes: ['authorization', 'You may not look at themes.'],
  rest_cannot_view_active_theme: ['authorization', 'You may not look at the active theme.'],
  rest_theme_not_found: [404, 'There is no such theme.'],
});
