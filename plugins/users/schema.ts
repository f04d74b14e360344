import {
  type EndpointArgument,
  type FieldSchema,
  type ItemSchema,
  itemSchema,
  readonlyField,
} from '../../core/index.ts';
import { toText } from '../../core/schema/index.ts';
import { sanitizeTextField, slugify } from '../../core/text/index.ts';
import { shownAvatars } from '../avatars/index.ts';
import { checkPassword, checkUsername } from './argument-checks.ts';
import type { UserServices } from './services.ts';

const EVERYWHERE = ['embed', 'view', 'edit'];
const EDIT = ['edit'];

const plainText: Partial<EndpointArgument> = { sanitize_callback: (value) => sanitizeTextField(toText(value)) };

const text = (description: string, context: readonly string[], more: Partial<FieldSchema> = {}): FieldSchema => ({
  description,
  type: 'string',
  context,
  ...more,
});

/** The fields of a user. */
export function userSchema(services: Pick<UserServices, 'avatars' | 'hooks' | 'meta' | 'options'>): ItemSchema {
  const { hooks, options, meta } = services;
  const locales = [...new Set(['', 'en_US', options.get('WPLANG', '')])];
  const properties: Record<string, FieldSchema> = {
    id: readonlyField('integer', EVERYWHERE, 'The id of the user.'),
    username: text('The login name; it cannot be changed.', EDIT, {
      required: true,
      arg_options: { sanitize_callback: checkUsername(hooks) },
    }),
    name: text('The name that others see.', EVERYWHERE, { arg_options: plainText }),
    first_name: text('The first name.', EDIT, { arg_options: plainText }),
    last_name: text('The last name.', EDIT, { arg_options: plainText }),
    email: text('The email address.', EDIT, { format: 'email', required: true }),
    url: text("The address of the user's own site.", EVERYWHERE, { format: 'uri' }),
    description: text('What the user says about themselves.', EVERYWHERE),
    link: readonlyField('string', EVERYWHERE, 'The address of the page of what the user published.', { format: 'uri' }),
    locale: text('The locale that the user works in; empty for that of the site.', EDIT, { enum: locales }),
    nickname: text('The nickname.', EDIT, { arg_options: plainText }),
    slug: text('The name of the user as it stands in addresses.', EVERYWHERE, {
      arg_options: { sanitize_callback: (value) => slugify(toText(value)) },
    }),
    registered_date: readonlyField('string', EDIT, 'When the user was made.', { format: 'date-time' }),
    roles: { description: 'The roles of the user.', type: 'array', items: { type: 'string' }, context: EDIT },
    password: text('The password; never shown.', [], {
      required: true,
      arg_options: { sanitize_callback: checkPassword },
    }),
    capabilities: readonlyField('object', EDIT, 'All that the user may do.'),
    extra_capabilities: readonlyField('object', EDIT, "What the user's own record gives, roles among it."),
  };
  const avatars = shownAvatars(services);
  if (avatars !== undefined) {
    const sizes = Object.keys(avatars(''));
    properties.avatar_urls = readonlyField('object', EVERYWHERE, 'The addresses of the avatar, by size in pixels.', {
      properties: Object.fromEntries(
        sizes.map((size) => [size, text(`The avatar of ${size} pixels.`, EVERYWHERE, { format: 'uri' })]),
      ),
    });
  }
  return itemSchema('user', { ...properties, meta: meta.metaSchema('user', '') });
}
