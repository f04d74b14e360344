import { defineErrors } from '../../core/index.ts';

/** Every error of preview links, by code. */
export const previewLinkErrors = defineErrors({
  rest_already_trashed: [410, 'An item in the trash cannot be previewed.'],
});
