import type { ArgumentSchema } from '../../core/index.ts';

/** Colours of text, background and links. */
export const COLOR = {
  gradients: true,
  link: true,
  __experimentalDefaultControls: { background: true, text: true },
} as const;

/** Room around a block and within it. */
export const SPACING = { margin: true, padding: true } as const;

/** All that may be set of letters; the controls are shown beside that of their size. */
export const typography = (...controls: readonly string[]) => ({
  fontSize: true,
  lineHeight: true,
  __experimentalFontFamily: true,
  __experimentalFontWeight: true,
  __experimentalFontStyle: true,
  __experimentalTextTransform: true,
  __experimentalTextDecoration: true,
  __experimentalLetterSpacing: true,
  __experimentalDefaultControls: Object.fromEntries(['fontSize', ...controls].map((name) => [name, true])),
});

type Settings = Readonly<Record<string, unknown>>;

const TEXT: ArgumentSchema = { type: 'string' };
const OBJECT: ArgumentSchema = { type: 'object' };
const ALIGN: ArgumentSchema = { type: 'string', enum: ['left', 'center', 'right', 'wide', 'full', ''] };

/** The attributes that a block has because of what it supports. */
export function attributesOfSupports(supports: Settings): Record<string, ArgumentSchema> {
  const settingsOf = (name: string): Settings | undefined => {
    const value = supports[name];
    if (value === true) return {};
    return typeof value === 'object' && value !== null ? (value as Settings) : undefined;
  };
  const [color, spacing, letters] = [settingsOf('color'), settingsOf('spacing'), settingsOf('typography')];
  const border = settingsOf('__experimentalBorder');
  const isStyled = [color, spacing, letters, border].some((settings) => settings !== undefined);
  const found: readonly (readonly [name: string, schema: ArgumentSchema, isThere: unknown])[] = [
    ['lock', OBJECT, true],
    ['align', ALIGN, supports.align],
    ['className', TEXT, supports.customClassName !== false],
    ['style', OBJECT, isStyled],
    ['backgroundColor', TEXT, color && color.background !== false],
    ['textColor', TEXT, color && color.text !== false],
    ['gradient', TEXT, color?.gradients],
    ['borderColor', TEXT, border?.color],
    ['fontSize', TEXT, letters?.fontSize],
    ['fontFamily', TEXT, letters?.__experimentalFontFamily],
    ['layout', OBJECT, supports.__experimentalLayout],
  ];
  return Object.fromEntries(found.filter(([, , isThere]) => isThere).map(([name, schema]) => [name, schema]));
}
