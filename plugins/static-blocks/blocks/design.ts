import type { StaticBlock } from '../static-block.ts';
import { typography } from '../supports.ts';

/** Blocks that arrange others, and marks in a content. */
export const designBlocks = (): StaticBlock[] => [
  {
    name: 'core/buttons',
    title: 'Buttons',
    category: 'design',
    attributes: {},
    supports: {
      anchor: true,
      align: ['wide', 'full'],
      __experimentalExposeControlsToChildren: true,
      spacing: { blockGap: true, margin: ['top', 'bottom'], __experimentalDefaultControls: { blockGap: true } },
      typography: typography(),
      __experimentalLayout: { allowSwitching: false, allowInheriting: false, default: { type: 'flex' } },
    },
  },
  {
    name: 'core/more',
    title: 'More',
    category: 'design',
    attributes: { customText: { type: 'string' }, noTeaser: { type: 'boolean', default: false } },
    supports: { customClassName: false, className: false, html: false, multiple: false },
  },
  {
    name: 'core/nextpage',
    title: 'Page break',
    category: 'design',
    parent: ['core/post-content'],
    attributes: {},
    supports: { customClassName: false, className: false, html: false },
  },
  {
    name: 'core/spacer',
    title: 'Spacer',
    category: 'design',
    usesContext: ['orientation'],
    attributes: { height: { type: 'string', default: '100px' }, width: { type: 'string' } },
    supports: { anchor: true, spacing: { margin: ['top', 'bottom'], __experimentalDefaultControls: { margin: true } } },
  },
];
