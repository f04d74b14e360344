import { type FieldSchema, type ItemSchema, itemSchema, readonlyField } from '../../core/index.ts';

const EVERYWHERE = ['embed', 'view', 'edit'];

const field = (type: FieldSchema['type'], description: string, more: Partial<FieldSchema> = {}): FieldSchema =>
  readonlyField(type, EVERYWHERE, description, more);

const text = (description: string): FieldSchema => ({ description, type: 'string' });
const map = (description: string): FieldSchema => field('object', description);

const names = (description: string, type: FieldSchema['type'] = 'array'): FieldSchema =>
  field(type, description, { items: { type: 'string' } });

const handles = (what: string): FieldSchema => names(`The handles of ${what}.`);

/** The fields of a block type. */
export const blockTypeSchema: ItemSchema = itemSchema('block-type', {
  api_version: field('integer', 'The version of the interface of blocks that it is written for.'),
  title: field('string', 'The name of the block type, for people.'),
  name: field('string', 'The name with its namespace.'),
  is_dynamic: field('boolean', 'Whether the site renders the block anew each time it is shown.'),
  description: field('string', 'What the block is for.'),
  icon: field(['string', 'null'], 'The icon of the block type.'),
  category: field(['string', 'null'], 'Where lists of blocks show it.'),
  keywords: names('Words by which it is found.'),
  parent: names('The blocks directly within which alone it may stand.', ['array', 'null']),
  ancestor: names('The blocks somewhere within which alone it may stand.', ['array', 'null']),
  allowed_blocks: names('The blocks that alone may stand in it.', ['array', 'null']),
  provides_context: field('object', 'What it tells the blocks within it: the attribute by the name of the value.', {
    additionalProperties: { type: 'string' },
  }),
  uses_context: names('What it wants to be told by blocks around it.'),
  selectors: map('The selectors that styles of the block are for.'),
  supports: map('The features that the block has.'),
  attributes: field(['object', 'null'], 'The schemas of the attributes by name.', {
    additionalProperties: { type: 'object' },
  }),
  styles: field('array', 'The styles to choose from.', {
    items: {
      type: 'object',
      properties: {
        name: text('The key of the style.'),
        label: text('The name of the style, for people.'),
        inline_style: text('The rules of the style.'),
        style_handle: text('The handle of a style sheet.'),
      },
    },
  }),
  variations: field('array', 'Beginnings of the block with other attributes.', {
    items: {
      type: 'object',
      properties: {
        name: text('The key of the variation.'),
        title: text('The name of the variation, for people.'),
        description: text('What the variation is for.'),
        category: text('Where lists of blocks show it.'),
        icon: text('The icon of the variation.'),
        isDefault: { description: 'Whether it stands for the block itself.', type: 'boolean' },
        attributes: { description: 'The attributes that it begins with.', type: 'object' },
        innerBlocks: { description: 'The blocks in it that it begins with.', type: 'array' },
        example: { description: 'An example of it.', type: 'object' },
        scope: { description: 'Where it is offered.', type: 'array', items: { type: 'string' } },
        keywords: { description: 'Words by which it is found.', type: 'array', items: { type: 'string' } },
      },
    },
  }),
  example: field(['object', 'null'], 'Attributes and inner blocks to show the block with.', {
    properties: {
      attributes: { description: 'The attributes.', type: 'object' },
      innerBlocks: { description: 'The blocks in it.', type: 'array' },
    },
  }),
  textdomain: field(['string', 'null'], 'What translations of the block are filed under.'),
  block_hooks: field('object', 'Where the block is put by itself: the place by the name of the other block.', {
    additionalProperties: { type: 'string', enum: ['before', 'after', 'first_child', 'last_child'] },
  }),
  editor_script_handles: handles('scripts for editors'),
  script_handles: handles('scripts for editors and pages'),
  view_script_handles: handles('scripts for pages'),
  view_script_module_ids: names('The ids of script modules for pages.'),
  editor_style_handles: handles('style sheets for editors'),
  style_handles: handles('style sheets for editors and pages'),
  view_style_handles: handles('style sheets for pages'),
});
