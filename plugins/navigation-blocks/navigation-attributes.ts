import type { ArgumentSchema } from '../../core/index.ts';

const TEXT: ArgumentSchema = { type: 'string' };

/** The attributes of a menu. */
export const NAVIGATION_ATTRIBUTES: Readonly<Record<string, ArgumentSchema>> = {
  ref: { type: 'number' },
  textColor: TEXT,
  customTextColor: TEXT,
  rgbTextColor: TEXT,
  backgroundColor: TEXT,
  customBackgroundColor: TEXT,
  rgbBackgroundColor: TEXT,
  showSubmenuIcon: { type: 'boolean', default: true },
  openSubmenusOnClick: { type: 'boolean', default: false },
  overlayMenu: { type: 'string', default: 'mobile' },
  icon: { type: 'string', default: 'handle' },
  hasIcon: { type: 'boolean', default: true },
  __unstableLocation: TEXT,
  overlayBackgroundColor: TEXT,
  customOverlayBackgroundColor: TEXT,
  overlayTextColor: TEXT,
  customOverlayTextColor: TEXT,
  maxNestingLevel: { type: 'number', default: 5 },
};

/** What a menu tells the blocks within it: its attributes, by their own names. */
export const NAVIGATION_CONTEXT: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['textColor', 'customTextColor', 'backgroundColor', 'customBackgroundColor'],
    ...['overlayTextColor', 'customOverlayTextColor', 'overlayBackgroundColor', 'customOverlayBackgroundColor'],
    ...[
      'fontSize',
      'customFontSize',
      'showSubmenuIcon',
      'openSubmenusOnClick',
      'style',
      'orientation',
      'maxNestingLevel',
    ],
  ].map((name) => [name, name]),
);
