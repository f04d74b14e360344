import { defineErrors } from '../../core/index.ts';

/** The errors of the directory of patterns. */
export const patternDirectoryErrors = defineErrors({
  pattern_api_failed: [500, 'The directory of patterns cannot be read. Please try again later.'],
  rest_pattern_directory_cannot_view: ['authorization', 'You may not look into the directory of patterns.'],
});
