import { SPACING } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';

/** A list of links to pages that somebody has at services; its markup is stored. */
export const socialLinks = (): BlockType => ({
  name: 'core/social-links',
  title: 'Social icons',
  category: 'widgets',
  attributes: {
    iconColor: { type: 'string' },
    customIconColor: { type: 'string' },
    iconColorValue: { type: 'string' },
    iconBackgroundColor: { type: 'string' },
    customIconBackgroundColor: { type: 'string' },
    iconBackgroundColorValue: { type: 'string' },
    openInNewTab: { type: 'boolean', default: false },
    showLabels: { type: 'boolean', default: false },
    size: { type: 'string' },
  },
  providesContext: {
    openInNewTab: 'openInNewTab',
    showLabels: 'showLabels',
    iconColorValue: 'iconColorValue',
    iconBackgroundColorValue: 'iconBackgroundColorValue',
  },
  supports: {
    align: ['left', 'center', 'right'],
    anchor: true,
    __experimentalExposeControlsToChildren: true,
    __experimentalLayout: {
      allowSwitching: false,
      allowInheriting: false,
      allowVerticalAlignment: false,
      default: { type: 'flex' },
    },
    color: {
      enableContrastChecker: false,
      background: true,
      gradients: true,
      text: false,
      __experimentalDefaultControls: { background: false },
    },
    spacing: {
      ...SPACING,
      blockGap: ['horizontal', 'vertical'],
      units: ['px', 'em', 'rem', 'vh', 'vw'],
      __experimentalDefaultControls: { blockGap: true },
    },
  },
  styles: [
    { name: 'default', label: 'Default', isDefault: true },
    { name: 'logos-only', label: 'Logos Only' },
    { name: 'pill-shape', label: 'Pill Shape' },
  ],
});
