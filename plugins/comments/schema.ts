import { type FieldSchema, type ItemSchema, itemSchema, readonlyField, validateRequestArg } from '../../core/index.ts';
import { toText } from '../../core/schema/index.ts';
import { sanitizeTextField } from '../../core/text/index.ts';
import { sanitizeKey } from './sanitize-key.ts';

const EVERYWHERE = ['view', 'edit', 'embed'];
const VIEW_AND_EDIT = ['view', 'edit'];
const TEXT = { sanitize_callback: (value: unknown) => sanitizeTextField(toText(value)) };

/** An email address may be taken away, so an empty one passes. */
const EMAIL: FieldSchema['arg_options'] = {
  validate_callback: null,
  sanitize_callback: (value, request, name) => {
    const email = toText(value);
    const verdict = email === '' ? true : validateRequestArg(email, request, name);
    return verdict === true ? email : verdict;
  },
};

/**
 * The fields of a comment.
 * @param avatarSizes in pixels; empty without a plugin for avatars, and then the field is left out
 */
export const commentSchema = (avatarSizes: readonly string[], meta: FieldSchema): ItemSchema =>
  itemSchema('comment', {
    id: readonlyField('integer', EVERYWHERE, 'The number of the comment.'),
    author: { description: 'The id of the user who wrote it; 0 for a visitor.', type: 'integer', context: EVERYWHERE },
    author_email: {
      description: 'The email address of the author.',
      type: 'string',
      format: 'email',
      context: ['edit'],
      arg_options: EMAIL,
    },
    author_ip: { description: 'The IP address of the author.', type: 'string', format: 'ip', context: ['edit'] },
    author_name: {
      description: 'The name of the author that is shown.',
      type: 'string',
      context: EVERYWHERE,
      arg_options: TEXT,
    },
    author_url: { description: 'The site of the author.', type: 'string', format: 'uri', context: EVERYWHERE },
    author_user_agent: {
      description: 'The program that the comment was sent with.',
      type: 'string',
      context: ['edit'],
      arg_options: TEXT,
    },
    content: {
      description: 'What the comment says.',
      type: 'object',
      context: EVERYWHERE,
      arg_options: { sanitize_callback: null, validate_callback: null },
      properties: {
        raw: { description: 'The text as stored.', type: 'string', context: ['edit'] },
        rendered: readonlyField('string', EVERYWHERE, 'The markup that is shown.'),
      },
    },
    date: {
      description: "When it was written, in the site's time zone.",
      type: 'string',
      format: 'date-time',
      context: EVERYWHERE,
    },
    date_gmt: {
      description: 'When it was written, in UTC.',
      type: 'string',
      format: 'date-time',
      context: VIEW_AND_EDIT,
    },
    link: readonlyField('string', EVERYWHERE, 'The address of the comment.', { format: 'uri' }),
    parent: {
      description: 'The id of the comment that it answers; 0 for none.',
      type: 'integer',
      context: EVERYWHERE,
      default: 0,
    },
    post: { description: 'The id of the item that it is on.', type: 'integer', context: VIEW_AND_EDIT, default: 0 },
    status: {
      description: 'Where moderation has it.',
      type: 'string',
      context: VIEW_AND_EDIT,
      arg_options: { sanitize_callback: sanitizeKey },
    },
    type: readonlyField('string', EVERYWHERE, 'What kind of comment it is.'),
    ...(avatarSizes.length === 0 ? {} : { author_avatar_urls: avatarField(avatarSizes) }),
    meta,
  });

function avatarField(sizes: readonly string[]): FieldSchema {
  const address = (size: string): FieldSchema => ({
    description: `The address of a picture ${size} pixels wide.`,
    type: 'string',
    format: 'uri',
    context: ['embed', 'view', 'edit'],
  });
  return readonlyField('object', EVERYWHERE, 'Pictures of the author, by width.', {
    properties: Object.fromEntries(sizes.map((size) => [size, address(size)])),
  });
}
