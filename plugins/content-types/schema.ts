import { itemSchema, readonlyField } from '../../core/index.ts';

const EVERYWHERE = ['view', 'edit', 'embed'];

/** The fields of a content type. */
export const typeSchema = () =>
  itemSchema('type', {
    capabilities: readonlyField('object', ['edit'], 'The capability that each action on items of the type needs.'),
    description: readonlyField('string', ['view', 'edit'], 'What the type is for.'),
    hierarchical: readonlyField('boolean', ['view', 'edit'], 'Whether items of the type can have parents.'),
    viewable: readonlyField('boolean', ['edit'], 'Whether items of the type can be looked at on the site.'),
    labels: readonlyField('object', ['edit'], 'Texts for screens that deal with the type.'),
    name: readonlyField('string', EVERYWHERE, 'The name of the type, for people.'),
    slug: readonlyField('string', EVERYWHERE, 'The key of the type.'),
    supports: readonlyField('object', ['edit'], 'The features that items of the type have.'),
    has_archive: readonlyField(
      ['string', 'boolean'],
      ['view', 'edit'],
      'The slug of the archive of the type, or whether it has one.',
    ),
    taxonomies: readonlyField('array', ['view', 'edit'], 'The taxonomies that classify items of the type.', {
      items: { type: 'string' },
    }),
    rest_base: readonlyField('string', EVERYWHERE, 'The base path of the routes of the type.'),
    rest_namespace: readonlyField('string', EVERYWHERE, 'The namespace of the routes of the type.'),
    visibility: readonlyField('object', ['edit'], 'Where screens show the type.', {
      properties: {
        show_ui: { description: 'Whether there are screens for the type.', type: 'boolean' },
        show_in_nav_menus: { description: 'Whether menus can lead to items of the type.', type: 'boolean' },
      },
    }),
    icon: readonlyField(['string', 'null'], EVERYWHERE, 'The icon of the type.'),
  });
