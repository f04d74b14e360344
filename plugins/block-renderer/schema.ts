import type { ItemSchema } from '../../core/index.ts';

/** The fields of a rendered block. The field's schema names no draft. */
export const renderedBlockSchema: ItemSchema = {
  $schema: 'http://json-schema.org/schema#',
  title: 'rendered-block',
  type: 'object',
  properties: {
    rendered: { description: 'The markup of the block.', type: 'string', required: true, context: ['edit'] },
  },
};
