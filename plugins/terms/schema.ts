import { type FieldSchema, type ItemSchema, itemSchema, readonlyField } from '../../core/index.ts';
import { toText } from '../../core/schema/index.ts';
import { sanitizeTextField, slugify } from '../../core/text/index.ts';
import type { Taxonomy } from '../taxonomies/index.ts';

const EVERYWHERE = ['view', 'embed', 'edit'];

/** The fields of a term of a taxonomy; `meta` is the field of its registered meta. */
export function termSchema(taxonomy: Taxonomy, meta: FieldSchema): ItemSchema {
  const properties: Record<string, FieldSchema> = {
    id: readonlyField('integer', EVERYWHERE, 'The id of the term.'),
    count: readonlyField('integer', ['view', 'edit'], 'How many published items have the term.'),
    description: { description: 'What the term is about, as HTML.', type: 'string', context: ['view', 'edit'] },
    link: readonlyField('string', EVERYWHERE, 'The address of the items that have the term.', { format: 'uri' }),
    name: {
      description: 'The name of the term.',
      type: 'string',
      context: EVERYWHERE,
      required: true,
      arg_options: { sanitize_callback: (value) => sanitizeTextField(toText(value)) },
    },
    slug: {
      description: 'The name of the term as it stands in addresses; made of the name when empty.',
      type: 'string',
      context: EVERYWHERE,
      arg_options: { sanitize_callback: (value) => slugify(toText(value)) },
    },
    taxonomy: readonlyField('string', EVERYWHERE, 'The taxonomy of the term.', { enum: [taxonomy.name] }),
  };
  if (taxonomy.hierarchical) {
    properties.parent = {
      description: 'The id of the term above; 0 for none.',
      type: 'integer',
      context: ['view', 'edit'],
    };
  }
  return itemSchema(titleOf(taxonomy.name), { ...properties, meta });
}

/** The resource type of a taxonomy's terms, to which additional fields are attached. */
const titleOf = (taxonomy: string): string => (taxonomy === 'post_tag' ? 'tag' : taxonomy);
