import { type FieldSchema, type ItemSchema, itemSchema } from '../../core/index.ts';
import { EVERYWHERE, IN_EDIT, IN_VIEW, readOnly, writable } from '../posts/index.ts';
import { TEMPLATE_PART_AREAS } from './known-templates.ts';
import type { TemplateKind } from './template.ts';

/** The fields of templates, and of parts of templates. */
export const templateSchema = (title: string, kind: TemplateKind, statuses: readonly string[]): ItemSchema =>
  itemSchema(title, {
    id: readOnly('string', EVERYWHERE, 'The id: the theme, two slashes, and the slug.'),
    slug: writable('string', EVERYWHERE, 'The name of the template within its theme.', {
      pattern: '^[a-zA-Z0-9_%-]+$',
      minLength: 1,
      arg_options: { required: true },
    }),
    theme: writable('string', EVERYWHERE, 'The folder of the theme that the template belongs to.'),
    type: readOnly('string', EVERYWHERE, 'The content type of the template.'),
    source: readOnly('string', EVERYWHERE, 'Whether it is as the theme has it, or was stored: theme or custom.'),
    origin: readOnly(['string', 'null'], EVERYWHERE, 'What a stored template was made from.'),
    content: contentField,
    title: titleField,
    description: writable('string', EVERYWHERE, 'What the template is for.'),
    status: writable('string', EVERYWHERE, 'The status of the template.', { enum: statuses }),
    wp_id: readOnly('integer', EVERYWHERE, 'The id of the stored item; 0 for none.'),
    has_theme_file: readOnly('boolean', EVERYWHERE, 'Whether the theme has a file for it.'),
    author: writable('integer', EVERYWHERE, 'The id of the user who stored it; 0 for none.'),
    modified: readOnly(['string', 'null'], IN_VIEW, 'When it was last changed.', { format: 'date-time' }),
    author_text: readOnly('string', EVERYWHERE, 'Whom it is from, for people.'),
    original_source: readOnly('string', EVERYWHERE, 'Whom it is from: theme, site or user.', {
      enum: ['theme', 'site', 'user'],
    }),
    ...(kind === 'template' ? { is_custom: isCustom } : { area }),
  });

const titleField: FieldSchema = writable('object', EVERYWHERE, 'The title of the template.', {
  properties: {
    raw: writable('string', EVERYWHERE, 'The title as it is stored.'),
    rendered: readOnly('string', EVERYWHERE, 'The title as it is shown.'),
  },
  arg_options: { sanitize_callback: null, validate_callback: null },
});

const contentField: FieldSchema = writable('object', EVERYWHERE, 'The markup of the template.', {
  properties: {
    raw: writable('string', IN_VIEW, 'The markup as it is stored.'),
    block_version: readOnly('integer', IN_EDIT, 'The version of the block format of the content.'),
  },
  arg_options: { sanitize_callback: null, validate_callback: null },
});

const isCustom = readOnly('boolean', EVERYWHERE, 'Whether items may choose it, because its slug means nothing.');

const area = writable('string', EVERYWHERE, 'Where the part is to stand.', {
  enum: TEMPLATE_PART_AREAS.map((one) => one.area),
});
