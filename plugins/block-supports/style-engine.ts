import { isMap } from '../../core/base/index.ts';
import { safeCss } from '../formatting/index.ts';
import { type PresetKind, presetSlug, presetVariable } from './presets.ts';

/** A property that a style of blocks sets. */
interface Definition {
  readonly property: string;
  /** The names of the property's parts, where it has some, as `padding` has sides: `padding-%s`. */
  readonly parts?: string;
  /** The presets that its values may refer to, and the classes of such a value: `$` stands for the slug. */
  readonly preset?: PresetKind;
  readonly classes?: readonly string[];
}

const SIDES = ['top', 'right', 'bottom', 'left'];

/** All styles that blocks may have, in the order in which they are written. */
const DEFINITIONS: Readonly<Record<string, Definition>> = {
  'color.text': { property: 'color', preset: 'color', classes: ['has-text-color', 'has-$-color'] },
  'color.background': {
    property: 'background-color',
    preset: 'color',
    classes: ['has-background', 'has-$-background-color'],
  },
  'color.gradient': {
    property: 'background',
    preset: 'gradient',
    classes: ['has-background', 'has-$-gradient-background'],
  },
  'border.color': { property: 'border-color', preset: 'color', classes: ['has-border-color', 'has-$-border-color'] },
  'border.radius': { property: 'border-radius', parts: 'border-%s-radius' },
  'border.style': { property: 'border-style' },
  'border.width': { property: 'border-width' },
  ...Object.fromEntries(
    SIDES.flatMap((side) =>
      ['width', 'color', 'style'].map((part) => [
        `border.${side}.${part}`,
        { property: `border-${side}-${part}`, ...(part === 'color' ? { preset: 'color' as const } : {}) },
      ]),
    ),
  ),
  'spacing.padding': { property: 'padding', parts: 'padding-%s', preset: 'spacing' },
  'spacing.margin': { property: 'margin', parts: 'margin-%s', preset: 'spacing' },
  'typography.fontSize': { property: 'font-size', preset: 'font-size', classes: ['has-$-font-size'] },
  'typography.fontFamily': { property: 'font-family', preset: 'font-family', classes: ['has-$-font-family'] },
  'typography.fontStyle': { property: 'font-style' },
  'typography.fontWeight': { property: 'font-weight' },
  'typography.lineHeight': { property: 'line-height' },
  'typography.textDecoration': { property: 'text-decoration' },
  'typography.textTransform': { property: 'text-transform' },
  'typography.letterSpacing': { property: 'letter-spacing' },
};

/** The names of the parts of values by the names that attributes give them. */
const PARTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SIDES.map((side) => [side, side])),
  topLeft: 'top-left',
  topRight: 'top-right',
  bottomRight: 'bottom-right',
  bottomLeft: 'bottom-left',
};

/** The style of an element: its classes, and its declarations as a `style` attribute holds them. */
export interface ElementStyle {
  readonly classes: readonly string[];
  readonly css: string;
}

/** One declaration with a semicolon, where property and value are known to be harmless; else an empty text. */
export function safeDeclaration(property: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = presetVariable(String(value)).trim();
  if (text === '' || /[;{}<>"]/.test(text)) return '';
  const safe = safeCss(`${property}:${text}`);
  return safe === '' ? '' : `${safe};`;
}

/**
 * The style that values make, by their paths in the attribute `style`, as `color.text`; values that are unknown or not
 * safe are left out. With `presetsAsClasses` a preset is named by a class alone, without a declaration.
 */
export function elementStyle(
  values: Readonly<Record<string, unknown>>,
  { presetsAsClasses = false }: { readonly presetsAsClasses?: boolean } = {},
): ElementStyle {
  const classes: string[] = [];
  let css = '';
  for (const [path, { property, parts, preset, classes: names = [] }] of Object.entries(DEFINITIONS)) {
    const value = Object.hasOwn(values, path) ? values[path] : undefined;
    if (value === undefined || value === null || value === '') continue;
    if (isMap(value)) {
      for (const [name, part] of Object.entries(PARTS)) {
        if (parts !== undefined && Object.hasOwn(value, name)) {
          css += safeDeclaration(parts.replace('%s', part), value[name]);
        }
      }
      continue;
    }
    const slug = preset === undefined ? '' : presetSlug(preset, String(value));
    const declared = safeDeclaration(property, value);
    // A class says that there is a colour, so that no class stands beside a value that is left out.
    if (declared !== '') {
      classes.push(
        ...names.filter((name) => slug !== '' || !name.includes('$')).map((name) => name.replace('$', slug)),
      );
    }
    if (slug === '' || !presetsAsClasses) css += declared;
  }
  return { classes: [...new Set(classes)], css };
}
