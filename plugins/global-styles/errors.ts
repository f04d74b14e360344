import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of global styles. */
export const globalStylesErrors = defineErrors({
  rest_cannot_edit_css: ['authorization', 'You may not write style sheets.'],
  rest_cannot_read_global_styles: ['authorization', 'You may not look at the styles of themes.'],
  rest_cannot_view: ['authorization', 'You may not look at these global styles.'],
  rest_custom_css_illegal_markup: [400, 'Markup is not allowed in a style sheet.'],
  rest_theme_not_found: [404, 'The theme is not the active one.'],
});
