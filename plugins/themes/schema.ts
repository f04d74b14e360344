import { type ArgumentSchema, type FieldSchema, type ItemSchema, itemSchema } from '../../core/index.ts';

const plain = (description: string, more: Partial<FieldSchema> = {}): FieldSchema => ({
  description,
  type: 'string',
  readonly: true,
  ...more,
});

/** A text as the theme says it, and as it is shown. */
const shown = (what: string, raw: FieldSchema = {}, rendered: FieldSchema = {}): FieldSchema => ({
  description: `${what}.`,
  type: 'object',
  readonly: true,
  properties: {
    raw: { description: `${what}, as the theme says it.`, type: 'string', ...raw },
    rendered: { description: `${what}, as it is shown.`, type: 'string', ...rendered },
  },
});

const address = (what: string): FieldSchema => shown(what, { format: 'uri' }, { format: 'uri' });

/** The fields of a theme. */
export const themeSchema = (features: Readonly<Record<string, ArgumentSchema>>): ItemSchema =>
  itemSchema('theme', {
    stylesheet: plain('The folder of the theme, by which it is chosen.'),
    template: plain('The folder of the theme that it builds on; its own when it builds on none.'),
    author: shown('Who made the theme'),
    author_uri: address('Where to find who made the theme'),
    description: shown('What the theme is for'),
    name: shown('The name of the theme'),
    requires_php: plain('The least version of PHP that the theme asks for.'),
    requires_wp: plain('The least version of the system that the theme asks for.'),
    screenshot: plain('The address of a picture of the theme.', { format: 'uri' }),
    tags: shown('Words for the style and the features of the theme', { type: 'array', items: { type: 'string' } }),
    textdomain: plain('What the translations of the theme are filed under.'),
    theme_supports: {
      description: 'The features that the active theme supports.',
      type: 'object',
      readonly: true,
      properties: features as Readonly<Record<string, FieldSchema>>,
    },
    theme_uri: address('Where to find the theme'),
    version: plain('The version of the theme.'),
    status: { description: 'Whether the theme is the active one.', type: 'string', enum: ['inactive', 'active'] },
  });
