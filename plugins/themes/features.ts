import type { ArgumentSchema, Brand } from '../../core/index.ts';
import { POST_FORMATS } from '../taxonomies/index.ts';
import { HTML5_AREAS } from './theme.ts';
import type { ThemeFeature } from './theme-supports.ts';

const text: ArgumentSchema = { type: 'string' };
const flag: ArgumentSchema = { type: 'boolean' };
const size: ArgumentSchema = { type: 'integer' };
const place: ArgumentSchema = { type: 'string', enum: ['left', 'center', 'right'] };
const address: ArgumentSchema = { type: 'string', format: 'uri' };

const map = (properties: Readonly<Record<string, ArgumentSchema>>): ArgumentSchema => ({
  type: ['boolean', 'object'],
  properties,
  additionalProperties: false,
});

const list = (properties: Readonly<Record<string, ArgumentSchema>>): ArgumentSchema => ({
  type: ['boolean', 'array'],
  items: { type: 'object', properties, additionalProperties: false },
});

const feature = (description: string, schema: ArgumentSchema = {}): ThemeFeature => ({
  type: 'boolean',
  description,
  show_in_rest: { schema },
});

/** The features that themes are known to support, by name, in the order in which they are shown. */
export const builtinFeatures = (brand: Brand): Readonly<Record<string, ThemeFeature>> => ({
  'align-wide': feature('Whether blocks can be wider than the text.'),
  'automatic-feed-links': feature('Whether pages link their feeds.'),
  'block-templates': feature('Whether the theme is made of templates of blocks.'),
  'block-template-parts': feature('Whether the theme has parts of templates of blocks.'),
  'custom-background': feature(
    'What can be said of the background.',
    map({
      'default-image': address,
      'default-preset': { type: 'string', enum: ['default', 'fill', 'fit', 'repeat', 'custom'] },
      'default-position-x': place,
      'default-position-y': place,
      'default-size': { type: 'string', enum: ['auto', 'contain', 'cover'] },
      'default-repeat': { type: 'string', enum: ['repeat-x', 'repeat-y', 'repeat', 'no-repeat'] },
      'default-attachment': { type: 'string', enum: ['scroll', 'fixed'] },
      'default-color': text,
    }),
  ),
  'custom-header': feature(
    'What can be said of the picture at the top.',
    map({
      'default-image': address,
      'random-default': flag,
      width: size,
      height: size,
      'flex-height': flag,
      'flex-width': flag,
      'default-text-color': text,
      'header-text': flag,
      uploads: flag,
      video: flag,
    }),
  ),
  'custom-logo': feature(
    'What can be said of the logo.',
    map({
      width: size,
      height: size,
      'flex-width': flag,
      'flex-height': flag,
      'header-text': { type: 'array', items: text },
      'unlink-homepage-logo': flag,
    }),
  ),
  'customize-selective-refresh-widgets': feature('Whether widgets are refreshed one by one while they are changed.'),
  'dark-editor-style': feature('Whether the editor is dark.'),
  'disable-custom-colors': feature('Whether only the colors of the theme can be chosen.'),
  'disable-custom-font-sizes': feature('Whether only the font sizes of the theme can be chosen.'),
  'disable-custom-gradients': feature('Whether only the gradients of the theme can be chosen.'),
  'disable-layout-styles': feature('Whether styles of layouts are left to the theme.'),
  'editor-color-palette': feature('The colors to choose from.', list({ name: text, slug: text, color: text })),
  'editor-font-sizes': feature(
    'The font sizes to choose from.',
    list({ name: text, size: { type: 'number' }, slug: text }),
  ),
  'editor-gradient-presets': feature('The gradients to choose from.', list({ name: text, gradient: text, slug: text })),
  'editor-styles': feature('Whether the theme has styles for the editor.'),
  html5: feature('What is written as HTML 5.', {
    type: ['boolean', 'array'],
    items: { type: 'string', enum: HTML5_AREAS },
  }),
  'post-formats': {
    type: 'array',
    description: 'The formats that posts may have.',
    show_in_rest: {
      name: 'formats',
      schema: { default: ['standard'], items: { type: 'string', enum: formatsByKey() } },
      prepare_callback: (formats) => ['standard', ...(Array.isArray(formats) ? formats.map(String) : [])],
    },
  },
  'post-thumbnails': feature('The content types whose items have a picture; true for all.', {
    type: ['boolean', 'array'],
    items: text,
  }),
  'responsive-embeds': feature('Whether embedded pages fit any width.'),
  'title-tag': feature('Whether the title of a page is left to the site.'),
  [brand.prefixed('block-styles')]: feature('Whether the theme uses the standard styles of blocks.'),
});

/** In answers these are a map, as in WordPress; no value is ever validated against it. */
function formatsByKey(): readonly unknown[] {
  return Object.fromEntries(Object.keys(POST_FORMATS).map((format) => [format, format])) as never;
}
