import { defineErrors } from '../../core/index.ts';

/** The errors of the rendering of single blocks. */
export const blockErrors = defineErrors({
  block_cannot_read: ['authorization', 'You may not look at blocks of this item.'],
  block_invalid: [404, 'There is no such dynamic block.'],
});
