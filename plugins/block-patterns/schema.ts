import { type FieldSchema, itemSchema, readonlyField } from '../../core/index.ts';

const EVERYWHERE = ['view', 'edit', 'embed'];

const field = (type: FieldSchema['type'], description: string, more: Partial<FieldSchema> = {}): FieldSchema =>
  readonlyField(type, EVERYWHERE, description, more);

const names = (description: string): FieldSchema => field('array', description, { items: { type: 'string' } });

/** The fields of a pattern. */
export const patternSchema = itemSchema('block-pattern', {
  name: field('string', 'The name with its namespace.'),
  title: field('string', 'The name of the pattern, for people.'),
  content: field('string', 'The markup of the blocks.'),
  description: field('string', 'What the pattern is for.'),
  viewport_width: field('number', 'How wide a page that shows the pattern is.'),
  inserter: field('boolean', 'Whether lists of patterns show it.'),
  categories: names('The categories that list it.'),
  keywords: names('Words by which it is found.'),
  block_types: names('The blocks that it can stand for.'),
  post_types: names('The content types whose items it is for; all when there are none.'),
  template_types: names('The templates that it is for.'),
  source: field('string', 'Where the pattern is from.', { enum: ['core', 'plugin', 'theme'] }),
});

/** The fields of a category of patterns. */
export const patternCategorySchema = itemSchema('block-pattern-category', {
  name: field('string', 'The key of the category.'),
  label: field('string', 'The name of the category, for people.'),
  description: field('string', 'What the category holds.'),
});
