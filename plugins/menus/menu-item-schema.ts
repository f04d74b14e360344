import { type FieldSchema, type ItemSchema, itemSchema, validateRequestArg } from '../../core/index.ts';
import { parseList, toText } from '../../core/schema/index.ts';
import { cleanUrl, sanitizeTextField } from '../../core/text/index.ts';
import { sanitizeHtmlClass } from '../class-list/index.ts';
import { EVERYWHERE, IN_EDIT, IN_VIEW, readOnly, writable } from '../posts/index.ts';
import type { Taxonomy } from '../taxonomies/index.ts';
import { NAV_MENU, NAV_MENU_ITEM } from './builtin.ts';
import { menuErrors as errors } from './errors.ts';
import { ITEM_TYPES } from './nav-menu-item.ts';

/** What the schema of items of menus is made with. */
export interface MenuItemSchemaParts {
  /** The names of the statuses that the field may name. */
  readonly statuses: readonly string[];
  /** The taxonomies of items of menus that the interface shows. */
  readonly taxonomies: readonly Taxonomy[];
  /** The field of registered metadata. */
  readonly meta: FieldSchema;
}

/** The schema of an item of a menu. */
export const menuItemSchema = ({ statuses, taxonomies, meta }: MenuItemSchemaParts): ItemSchema =>
  itemSchema(NAV_MENU_ITEM, {
    title: writable(['string', 'object'], EVERYWHERE, 'The title of the item.', {
      properties: {
        raw: writable('string', IN_EDIT, 'The title as it is stored.'),
        rendered: readOnly('string', EVERYWHERE, 'The title as it is shown.'),
      },
    }),
    id: readOnly('integer', EVERYWHERE, 'The id of the item.'),
    type_label: readOnly('string', EVERYWHERE, 'What the item leads to, in a word for people.'),
    type: writable('string', EVERYWHERE, 'Whether the item leads to an address, a term, an item or an archive.', {
      enum: ITEM_TYPES,
      default: 'custom',
    }),
    status: writable('string', EVERYWHERE, 'The status of the item.', { enum: statuses, default: 'publish' }),
    parent: writable('integer', EVERYWHERE, 'The id of the item of the menu that it lies below.', {
      minimum: 0,
      default: 0,
    }),
    attr_title: text('The text of the title attribute of the link.'),
    classes: names('The classes of the link.'),
    description: text('The description of the link.'),
    menu_order: writable('integer', EVERYWHERE, 'The place of the item in its menu.', { minimum: 1, default: 1 }),
    object: writable('string', EVERYWHERE, 'The content type or taxonomy of what the item leads to.', {
      arg_options: {
        sanitize_callback: (value) =>
          toText(value)
            .toLowerCase()
            .replace(/[^a-z0-9_-]/g, ''),
      },
    }),
    object_id: writable('integer', EVERYWHERE, 'The id of what the item leads to.', { minimum: 0, default: 0 }),
    target: writable('string', EVERYWHERE, 'The window that the link opens in.', { enum: ['_blank', ''] }),
    url: writable('string', EVERYWHERE, 'The address that the item leads to.', {
      format: 'uri',
      arg_options: {
        validate_callback: (value, request, name) => {
          const verdict = validateRequestArg(value, request, name);
          if (verdict !== true || value === '') return verdict;
          return cleanUrl(String(value)) !== '' || errors.rest_invalid_url();
        },
      },
    }),
    xfn: names('How the author stands to what the item leads to.'),
    invalid: readOnly('boolean', EVERYWHERE, 'Whether the item leads to something that is not there.'),
    ...Object.fromEntries(taxonomies.map((taxonomy) => [taxonomy.rest_base, termsField(taxonomy)])),
    meta,
  });

/** An item is in one menu; of another taxonomy it may have many terms. */
function termsField({ name }: Taxonomy): FieldSchema {
  if (name === NAV_MENU) return writable('integer', IN_VIEW, 'The id of the menu that the item is in.');
  return writable('array', IN_VIEW, `The terms of the item in the taxonomy ${name}.`, { items: { type: 'integer' } });
}

const text = (description: string): FieldSchema =>
  writable('string', EVERYWHERE, description, {
    arg_options: { sanitize_callback: (value) => sanitizeTextField(toText(value)) },
  });

const names = (description: string): FieldSchema =>
  writable('array', EVERYWHERE, description, {
    items: { type: 'string' },
    arg_options: {
      sanitize_callback: (value) => parseList(value).map((name) => sanitizeHtmlClass(toText(name))),
    },
  });
