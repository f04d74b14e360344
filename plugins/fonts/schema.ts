import type { FieldSchema } from '../../core/index.ts';
import { EVERYWHERE, readOnly, writable } from '../posts/index.ts';

/** The version of theme.json whose settings fonts have. */
export const THEME_JSON_VERSION = 3;

const text = (description: string, more: Partial<FieldSchema> = {}): FieldSchema => ({
  description,
  type: 'string',
  ...more,
});

const css = (property: string, more?: Partial<FieldSchema>): FieldSchema => text(`The value of CSS ${property}.`, more);

const preview = text('The address of a picture that shows the font.', { format: 'uri', default: '' });

const settings = (
  description: string,
  properties: Readonly<Record<string, FieldSchema>>,
  required: readonly string[],
): FieldSchema => writable('object', EVERYWHERE, description, { properties, required, additionalProperties: false });

/** The fields that families and faces have in common. */
export const COMMON_FIELDS: Readonly<Record<'id' | 'theme_json_version', FieldSchema>> = {
  id: readOnly('integer', EVERYWHERE, 'The id of the item.'),
  theme_json_version: writable('integer', EVERYWHERE, 'The version of theme.json that the settings are of.', {
    default: THEME_JSON_VERSION,
    minimum: 2,
    maximum: THEME_JSON_VERSION,
  }),
};

/** The settings of a family. */
export const FAMILY_SETTINGS = settings(
  'The font family as theme.json has it.',
  {
    name: text('The name that people see.'),
    slug: text('The name by which styles refer to it.'),
    fontFamily: css('font-family'),
    preview,
  },
  ['name', 'slug', 'fontFamily'],
);

/** The settings of a face. */
export const FACE_SETTINGS = settings(
  'The font face as theme.json has it.',
  {
    fontFamily: css('font-family', { default: '' }),
    fontStyle: css('font-style', { default: 'normal' }),
    fontWeight: css('font-weight: one, or two of a range', { type: ['string', 'integer'], default: '400' }),
    fontDisplay: css('font-display', { default: 'fallback', enum: ['auto', 'block', 'fallback', 'swap', 'optional'] }),
    src: {
      description: 'The addresses of the files, or the names of fields of the form that hold them.',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      default: [],
    },
    fontStretch: css('font-stretch'),
    ascentOverride: css('ascent-override'),
    descentOverride: css('descent-override'),
    fontVariant: css('font-variant'),
    fontFeatureSettings: css('font-feature-settings'),
    fontVariationSettings: css('font-variation-settings'),
    lineGapOverride: css('line-gap-override'),
    sizeAdjust: css('size-adjust'),
    unicodeRange: css('unicode-range'),
    preview,
  },
  ['fontFamily', 'src'],
);
