import { type EndpointArgument, type ItemSchema, validateRequestArg } from '../../../core/index.ts';
import { toText } from '../../../core/schema/index.ts';
import { sanitizeTextField } from '../../../core/text/index.ts';
import { EVERYWHERE, IN_EDIT, IN_VIEW, readOnly, rendered, writable } from '../../posts/index.ts';
import { MIME_TYPES } from '../types/mime-types.ts';

/** The schema of files, made of that of items: files have no password, and fields of their own. */
export function mediaSchema(schema: ItemSchema): ItemSchema {
  const { password: _, ...properties } = schema.properties;
  return {
    ...schema,
    properties: {
      ...properties,
      alt_text: writable('string', EVERYWHERE, 'What is read in place of the image.', {
        arg_options: { sanitize_callback: (value) => sanitizeTextField(toText(value)) },
      }),
      caption: rendered('caption', EVERYWHERE),
      description: rendered('description', IN_VIEW),
      media_type: readOnly('string', EVERYWHERE, 'Whether the file is an image.', { enum: ['image', 'file'] }),
      mime_type: readOnly('string', EVERYWHERE, 'The media type of the file.'),
      media_details: readOnly('object', EVERYWHERE, 'What is known of the file: measures, sizes, size in bytes.'),
      post: writable('integer', IN_VIEW, 'The id of the item that the file belongs to.'),
      source_url: readOnly('string', EVERYWHERE, 'The address of the file.', { format: 'uri' }),
      missing_image_sizes: readOnly('array', IN_EDIT, 'The sizes that the image could have and has not.', {
        items: { type: 'string' },
      }),
    },
  };
}

/** The media types by family: `image`, `video`, `text`, `application`, `audio`. */
export const MEDIA_FAMILIES: ReadonlyMap<string, readonly string[]> = [...new Set(MIME_TYPES.values())].reduce(
  (families, type) => {
    const family = type.slice(0, type.indexOf('/'));
    return families.set(family, [...(families.get(family) ?? []), type]);
  },
  new Map<string, string[]>(),
);

/** Accepts a list where the schema shows one value: newer clients send a list, older ones rely on the shown schema. */
const ONE_OR_SEVERAL: Pick<EndpointArgument, 'validate_callback' | 'sanitize_callback'> = {
  validate_callback: (value, request, name) =>
    (Array.isArray(value) ? value : [value])
      .map((one) => validateRequestArg(one, request, name))
      .find((verdict) => verdict !== true) ?? true,
  sanitize_callback: (value) => (Array.isArray(value) ? value : [value]).map(toText),
};

/** The arguments that a list of files has beside those of items. */
export const mediaParams = (): Record<string, EndpointArgument> => ({
  media_type: {
    description: 'Files of this family.',
    type: 'string',
    default: null,
    enum: [...MEDIA_FAMILIES.keys()],
    ...ONE_OR_SEVERAL,
  },
  mime_type: { description: 'Files of this media type.', type: 'string', default: null, ...ONE_OR_SEVERAL },
});

/** The statuses that files may be listed by. */
export const FILE_STATUSES = ['inherit', 'private', 'trash'];
