import { type ItemSchema, itemSchema, readonlyField } from '../../core/index.ts';

const SHOWN = ['view', 'embed'];

/** The fields of a result. */
export const searchResultSchema = (types: readonly string[], subtypes: readonly string[]): ItemSchema =>
  itemSchema('search-result', {
    id: readonlyField(['integer', 'string'], SHOWN, 'What tells the find apart from others of its type.'),
    title: readonlyField('string', SHOWN, 'The title of the find.'),
    url: readonlyField('string', SHOWN, 'Where the find is on the site.', { format: 'uri' }),
    type: readonlyField('string', SHOWN, 'The type of the find.', { enum: types }),
    subtype: readonlyField('string', SHOWN, 'The type within the type.', { enum: subtypes }),
  });
