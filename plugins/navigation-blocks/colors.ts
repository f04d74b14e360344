import { kebabCase, safeDeclaration } from '../block-supports/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a menu gives to its blocks, of which those that link use the most. */
export const USED_CONTEXT = [
  'textColor',
  'customTextColor',
  'backgroundColor',
  'customBackgroundColor',
  'overlayTextColor',
  'customOverlayTextColor',
  'overlayBackgroundColor',
  'customOverlayBackgroundColor',
  'fontSize',
  'customFontSize',
  'showSubmenuIcon',
];

/** The classes and declarations of an element of a menu. */
export interface MenuStyle {
  readonly classes: readonly string[];
  readonly css: string;
}

/** The colours that a menu sets: for itself and what it shows at once, or with `overlay` for what opens above the page. */
export function colorsOf(values: Values, overlay = false): MenuStyle {
  const prefix = overlay ? 'overlay' : '';
  const text = colorOf(values, 'color', named(prefix, 'TextColor'));
  const background = colorOf(values, 'background-color', named(prefix, 'BackgroundColor'));
  return { classes: [...text.classes, ...background.classes], css: text.css + background.css };
}

const named = (prefix: string, name: string): { readonly preset: string; readonly custom: string } => {
  const whole = `${prefix}${name}`;
  const capital = whole.charAt(0).toUpperCase() + whole.slice(1);
  return { preset: whole.charAt(0).toLowerCase() + whole.slice(1), custom: `custom${capital}` };
};

/** One colour: of the theme, by a class, or any other, by a declaration. */
function colorOf(
  values: Values,
  property: 'color' | 'background-color',
  { preset, custom }: { readonly preset: string; readonly custom: string },
): MenuStyle {
  const slug = typeof values[preset] === 'string' ? kebabCase(values[preset]) : '';
  const css = slug === '' ? safeDeclaration(property, values[custom]) : '';
  if (slug === '' && css === '') return { classes: [], css };
  const isText = property === 'color';
  const general = isText ? 'has-text-color' : 'has-background';
  return { classes: slug === '' ? [general] : [general, `has-${slug}-${property}`], css };
}

/** The classes and declarations that a menu gives to an item of it. */
export function itemStyle(context: Values, isTopLevel: boolean): MenuStyle {
  const { classes, css } = colorsOf(context, !isTopLevel);
  const { fontSize, customFontSize } = context;
  const named = typeof fontSize === 'string' ? kebabCase(fontSize) : '';
  return {
    classes: named === '' ? classes : [...classes, `has-${named}-font-size`],
    css: named === '' && customFontSize !== undefined ? css + safeDeclaration('font-size', `${customFontSize}px`) : css,
  };
}
