import { type FieldSchema, itemSchema, readonlyField } from '../../core/index.ts';

const EVERYWHERE = ['view', 'edit', 'embed'];
const flag = (description: string): FieldSchema => ({ description, type: 'boolean' });

/** The fields of a taxonomy. */
export const taxonomySchema = () =>
  itemSchema('taxonomy', {
    capabilities: readonlyField('object', ['edit'], 'The capability that each action on terms needs.'),
    description: readonlyField('string', ['view', 'edit'], 'What the taxonomy is for.'),
    hierarchical: readonlyField('boolean', ['view', 'edit'], 'Whether terms can have parents.'),
    labels: readonlyField('object', ['edit'], 'Texts for screens that deal with the taxonomy.'),
    name: readonlyField('string', EVERYWHERE, 'The name of the taxonomy, for people.'),
    slug: readonlyField('string', EVERYWHERE, 'The key of the taxonomy.'),
    show_cloud: readonlyField('boolean', ['edit'], 'Whether clouds of terms show the taxonomy.'),
    types: readonlyField('array', ['view', 'edit'], 'The content types that the taxonomy classifies.', {
      items: { type: 'string' },
    }),
    rest_base: readonlyField('string', EVERYWHERE, 'The base path of the routes of the taxonomy.'),
    rest_namespace: readonlyField('string', EVERYWHERE, 'The namespace of the routes of the taxonomy.'),
    visibility: readonlyField('object', ['edit'], 'Where the taxonomy is shown.', {
      properties: {
        public: flag('Whether the taxonomy is for everybody.'),
        publicly_queryable: flag('Whether everybody may ask for items by its terms.'),
        show_ui: flag('Whether there are screens for its terms.'),
        show_admin_column: flag('Whether lists of items show its terms.'),
        show_in_nav_menus: flag('Whether menus can lead to its terms.'),
        show_in_quick_edit: flag('Whether its terms can be edited in lists.'),
      },
    }),
  });
