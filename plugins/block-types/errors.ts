import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of block types. */
export const blockTypeErrors = defineErrors({
  rest_block_type_cannot_view: ['authorization', 'You may not look at block types.'],
  rest_block_type_invalid: [404, 'There is no such block type.'],
});
