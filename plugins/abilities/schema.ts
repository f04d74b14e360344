import { type FieldSchema, type ItemSchema, itemSchema, readonlyField } from '../../core/index.ts';

const EVERYWHERE = ['embed', 'view', 'edit'];
const SHOWN = ['view', 'edit'];

const text = (description: string): FieldSchema => readonlyField('string', EVERYWHERE, description);
const hint = (description: string): FieldSchema => ({ description, type: ['boolean', 'null'] });

/** The fields of an ability. */
export const abilitySchema: ItemSchema = itemSchema('ability', {
  name: text('The name with its namespace.'),
  label: text('The name for people.'),
  description: readonlyField('string', SHOWN, 'What it does.'),
  category: text('The slug of its category.'),
  input_schema: readonlyField('object', SHOWN, 'The schema of what it takes; empty where it takes nothing.'),
  output_schema: readonlyField('object', SHOWN, 'The schema of what it answers; empty where that may be anything.'),
  meta: readonlyField('object', SHOWN, 'What else is known of it.', {
    properties: {
      annotations: {
        description: 'What it does to the site; null where that was not said.',
        type: 'object',
        properties: {
          readonly: hint('Whether it changes nothing.'),
          destructive: hint('Whether it may take away what is there.'),
          idempotent: hint('Whether to run it twice comes to the same as once.'),
        },
      },
      show_in_rest: { description: 'Whether the interface shows it.', type: 'boolean' },
    },
  }),
});

/** The fields of a category of abilities. */
export const categorySchema: ItemSchema = itemSchema('ability-category', {
  slug: text('The key of the category.'),
  label: text('The name for people.'),
  description: readonlyField('string', SHOWN, 'What its abilities are for.'),
});
