import { type FieldSchema, type ItemSchema, itemSchema } from '../../../core/index.ts';
import { slugify } from '../../../core/text/index.ts';
import { type ContentType, isViewable } from '../../content-types/index.ts';
import { POST_FORMATS } from '../../taxonomies/index.ts';
import type { PostChecks } from './checks.ts';
import type { PostsDependencies } from './dependencies.ts';
import { EVERYWHERE, IN_EDIT, IN_VIEW, protectedFlag, readOnly, rendered, writable } from './fields.ts';

type Fields = Record<string, FieldSchema>;

/** The features that are fields of the built-in types whatever they support; other types follow their supports. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  post: 'title editor author excerpt thumbnail comments revisions custom-fields post-formats'.split(' '),
  page: 'title editor author excerpt thumbnail comments revisions page-attributes custom-fields'.split(' '),
  attachment: 'title author comments revisions custom-fields'.split(' '),
};

/** The schema of the items of a type. */
export function postSchema(
  type: ContentType,
  dependencies: Pick<PostsDependencies, 'metaFields' | 'statuses' | 'taxonomies'>,
  checks: PostChecks,
): ItemSchema {
  const features = Object.hasOwn(FEATURES, type.name) ? new Set(FEATURES[type.name]) : type.supports;
  const fields: Fields = {
    ...commonFields(dependencies, checks),
    ...addressFields(type),
    ...featureFields(type, features, dependencies),
  };
  if (type.name === 'post') fields.sticky = writable('boolean', IN_VIEW, 'Whether the item stands before others.');
  fields.template = writable('string', IN_VIEW, 'The file of the theme that shows the item.', {
    arg_options: { validate_callback: checks.template },
  });
  for (const taxonomy of dependencies.taxonomies.ofType(type.name)) {
    if (!taxonomy.show_in_rest) continue;
    fields[taxonomy.rest_base] = writable('array', IN_VIEW, `The terms of the item in the taxonomy ${taxonomy.name}.`, {
      items: { type: 'integer' },
    });
  }
  return itemSchema(type.name, fields);
}

const date = (context: string[], description: string): FieldSchema =>
  writable(['string', 'null'], context, description, { format: 'date-time' });

const change = (description: string): FieldSchema => readOnly('string', IN_VIEW, description, { format: 'date-time' });

function commonFields({ statuses }: Pick<PostsDependencies, 'statuses'>, checks: PostChecks): Fields {
  const names = statuses.all().filter((status) => !status.internal);
  return {
    date: date(EVERYWHERE, "The date of the item, in the site's time zone."),
    date_gmt: date(IN_VIEW, 'The date of the item, as UTC.'),
    guid: readOnly('object', IN_VIEW, 'The global identifier of the item.', {
      properties: {
        raw: readOnly('string', IN_EDIT, 'The identifier as it is stored.'),
        rendered: readOnly('string', IN_VIEW, 'The identifier as it is shown.'),
      },
    }),
    id: readOnly('integer', EVERYWHERE, 'The id of the item.'),
    link: readOnly('string', EVERYWHERE, 'The address of the item.', { format: 'uri' }),
    modified: change("When the item was last changed, in the site's time zone."),
    modified_gmt: change('When the item was last changed, as UTC.'),
    slug: writable('string', EVERYWHERE, 'The part of the address that is the name of the item.', {
      arg_options: { sanitize_callback: (slug) => slugify(String(slug ?? '')) },
    }),
    status: writable('string', IN_VIEW, 'The status of the item.', {
      enum: names.map(({ name }) => name),
      arg_options: { validate_callback: checks.status },
    }),
    type: readOnly('string', EVERYWHERE, 'The type of the item.'),
    password: writable('string', IN_EDIT, 'The password that content and excerpt are behind.'),
  };
}

function addressFields(type: ContentType): Fields {
  const fields: Fields = {};
  if (isViewable(type) && type.public) {
    fields.permalink_template = readOnly('string', IN_EDIT, 'The pattern of the address of the item.');
    fields.generated_slug = readOnly('string', IN_EDIT, 'The slug that is made of the title.');
  }
  if (type.hierarchical) fields.parent = writable('integer', IN_VIEW, 'The id of the item above.');
  return fields;
}

function featureFields(
  type: ContentType,
  features: ReadonlySet<string>,
  dependencies: Pick<PostsDependencies, 'metaFields'>,
): Fields {
  const fields: Fields = {};
  const openOrClosed = (description: string) => writable('string', IN_VIEW, description, { enum: ['open', 'closed'] });
  if (features.has('title')) fields.title = rendered('title', EVERYWHERE);
  if (features.has('editor')) {
    fields.content = rendered('content', IN_VIEW, {
      block_version: readOnly('integer', IN_EDIT, 'The version of the block format of the content.'),
      protected: protectedFlag('content'),
    });
  }
  if (features.has('author')) fields.author = writable('integer', EVERYWHERE, 'The id of the author of the item.');
  if (features.has('excerpt')) {
    fields.excerpt = rendered('excerpt', EVERYWHERE, { protected: protectedFlag('excerpt') });
  }
  if (features.has('thumbnail')) {
    fields.featured_media = writable('integer', EVERYWHERE, 'The id of the image that stands for the item.');
  }
  if (features.has('comments')) {
    fields.comment_status = openOrClosed('Whether the item is open to comments.');
    fields.ping_status = openOrClosed('Whether the item can be pinged.');
  }
  if (features.has('page-attributes')) {
    fields.menu_order = writable('integer', IN_VIEW, 'The place of the item among others.');
  }
  if (features.has('post-formats')) {
    fields.format = writable('string', IN_VIEW, 'The format of the item.', { enum: Object.keys(POST_FORMATS) });
  }
  if (features.has('custom-fields')) fields.meta = dependencies.metaFields.metaSchema('post', type.name);
  return fields;
}
