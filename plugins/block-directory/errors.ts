import { defineErrors } from '../../core/index.ts';

/** The errors of the directory of blocks. */
export const blockDirectoryErrors = defineErrors({
  plugins_api_failed: [500, 'The directory of blocks cannot be read. Please try again later.'],
  rest_block_directory_cannot_view: ['authorization', 'You may not look into the directory of blocks.'],
});
