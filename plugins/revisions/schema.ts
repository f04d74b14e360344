import { type FieldSchema, type ItemSchema, itemSchema } from '../../core/index.ts';
import { EVERYWHERE, IN_EDIT, IN_VIEW, readOnly, writable } from '../posts/index.ts';

const date = (context: readonly string[], description: string): FieldSchema =>
  writable('string', context, description, { format: 'date-time' });

/** The schema of the revisions of a type, which show the texts of its items. */
export function revisionSchema(ofItems: ItemSchema, texts: readonly string[]): ItemSchema {
  return itemSchema(`${ofItems.title}-revision`, {
    author: writable('integer', EVERYWHERE, 'The id of the user who made the revision.'),
    date: date(EVERYWHERE, "The date of the revision, in the site's time zone."),
    date_gmt: date(IN_VIEW, 'The date of the revision, as UTC.'),
    guid: readOnly('object', IN_VIEW, 'The global identifier of the revision.', {
      properties: {
        raw: readOnly('string', IN_EDIT, 'The identifier as it is stored.'),
        rendered: readOnly('string', IN_VIEW, 'The identifier as it is shown.'),
      },
    }),
    id: writable('integer', EVERYWHERE, 'The id of the revision.'),
    modified: date(IN_VIEW, "When the revision was last changed, in the site's time zone."),
    modified_gmt: date(IN_VIEW, 'When the revision was last changed, as UTC.'),
    parent: writable('integer', EVERYWHERE, 'The id of the item that the revision is of.'),
    slug: writable('string', EVERYWHERE, 'The slug of the revision.'),
    ...Object.fromEntries(texts.map((name) => [name, ofItems.properties[name]!])),
  });
}
