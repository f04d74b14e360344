import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of templates. */
export const templateErrors = defineErrors({
  rest_cannot_export_templates: ['authorization', 'You may not export templates.'],
  rest_cannot_manage_templates: ['authorization', 'You may not deal with templates.'],
  rest_invalid_template: [400, 'A file of the theme cannot be removed.'],
  rest_template_not_found: [404, 'There is no such template.'],
});
