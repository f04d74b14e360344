import { member } from '../../core/base/index.ts';
import type { Site } from '../../core/index.ts';
import type { BlockType } from '../content-rendering/index.ts';
import { generatedClass } from './class-names.ts';
import { featureOf, isSerialized } from './features.ts';
import { type AttributeValues, attrs } from './markup.ts';
import { presetReference } from './presets.ts';
import { type ElementStyle, elementStyle } from './style-engine.ts';

type Attributes = Readonly<Record<string, unknown>>;
type Styled = Pick<BlockType, 'name' | 'supports'>;

/** What a block writes into its outermost element beside what follows from its supports. */
export type OwnAttributes = AttributeValues & { readonly class?: string; readonly style?: string };

/** The members of `style` that a block may have of a group of features, by their paths. */
const FEATURES: readonly (readonly [group: string, feature: string, path: string])[] = [
  ['color', 'text', 'color.text'],
  ['color', 'background', 'color.background'],
  ['color', 'gradients', 'color.gradient'],
  ...['radius', 'style', 'width', 'color'].map((name) => ['border', name, `border.${name}`] as const),
  ...['top', 'right', 'bottom', 'left'].flatMap((side) =>
    ['width', 'color', 'style'].map((name) => ['border', name, `border.${side}.${name}`] as const),
  ),
  ['spacing', 'padding', 'spacing.padding'],
  ['spacing', 'margin', 'spacing.margin'],
  ...`fontSize fontFamily fontStyle fontWeight lineHeight textDecoration textTransform letterSpacing`
    .split(' ')
    .map((name) => ['typography', name, `typography.${name}`] as const),
];

/** The attributes whose presets go before a value of `style`. */
const PRESETS = {
  'color.text': ['color', 'textColor'],
  'color.background': ['color', 'backgroundColor'],
  'color.gradient': ['gradient', 'gradient'],
  'border.color': ['color', 'borderColor'],
  'typography.fontSize': ['font-size', 'fontSize'],
  'typography.fontFamily': ['font-family', 'fontFamily'],
} as const;

const own = (attributes: Attributes, name: string): unknown =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/** A width or radius that is no more than a number is one of pixels. */
const withUnit = (path: string, value: unknown): unknown =>
  /radius$|width$/.test(path) && /^\d+(?:\.\d+)?$/.test(String(value)) ? `${value}px` : value;

/**
 * The style of one group of features of a block, of what it supports and what its attributes say: classes and
 * declarations. A block that writes some features into other elements gets them with `isOwn`, and only these.
 */
export function groupStyle(
  group: 'border' | 'color' | 'spacing' | 'typography',
  { supports = {} }: Styled,
  attributes: Attributes,
  isOwn = false,
): ElementStyle {
  const has = featureOf(supports, group);
  if (has === undefined) return { classes: [], css: '' };
  const values = FEATURES.filter(
    ([of, feature]) => of === group && has(feature) && isSerialized(supports, group, feature) !== isOwn,
  ).map(([, , path]) => {
    const [kind, name] = path in PRESETS ? PRESETS[path as keyof typeof PRESETS] : [];
    const preset = kind === undefined ? undefined : presetReference(kind, own(attributes, name!));
    return [path, preset ?? withUnit(path, member(attributes, 'style', ...path.split('.')))] as const;
  });
  return elementStyle(Object.fromEntries(values), { presetsAsClasses: group === 'color' || group === 'typography' });
}

/**
 * The attributes of a block's outermost element, escaped, with a blank before each: what the block writes there by
 * itself (`own`: its classes go first, its style is taken as it is given), and what follows from the supports of its
 * type and its attributes: style, alignment, classes, anchor.
 */
export function wrapperAttributes(
  site: Pick<Site, 'brand'>,
  type: Styled,
  attributes: Attributes,
  { class: ownClass = '', style: ownStyle = '', ...others }: OwnAttributes = {},
): string {
  const { supports = {} } = type;
  const [border, color, spacing, letters] = (['border', 'color', 'spacing', 'typography'] as const).map((group) =>
    groupStyle(group, type, attributes),
  ) as [ElementStyle, ElementStyle, ElementStyle, ElementStyle];
  const [align, className, anchor] = ['align', 'className', 'anchor'].map((name) => own(attributes, name));
  const classes = [
    supports.align && typeof align === 'string' && align !== '' ? `align${align}` : '',
    ...border.classes,
    ...color.classes,
    supports.customClassName !== false && typeof className === 'string' ? className : '',
    supports.className === false ? '' : generatedClass(site, type.name),
    ...letters.classes,
  ];
  const styles = [ownStyle, border.css, color.css, spacing.css, letters.css];
  const id = supports.anchor && typeof anchor === 'string' && anchor !== '' ? anchor : undefined;
  return attrs({
    style: joined(styles) || undefined,
    class: joined([ownClass, ...classes]) || undefined,
    id,
    ...others,
  });
}

/** Texts with a blank between them, none for those that are empty; blanks within and around a text stay. */
const joined = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');
