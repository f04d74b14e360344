import type { Brand } from '../../../core/index.ts';
import { COLOR, typography } from '../../block-supports/index.ts';
import type { StaticBlock } from '../static-block.ts';

/** Whether the blocks within a block may be moved and removed. */
const TEMPLATE_LOCK = { type: ['string', 'boolean'], enum: ['all', 'insert', 'contentOnly', false] } as const;

const BORDER = {
  color: true,
  style: true,
  width: true,
  __experimentalDefaultControls: { color: true, style: true, width: true },
} as const;

/** Blocks that arrange others, and marks in a content. */
export const designBlocks = (brand: Brand): StaticBlock[] => [
  {
    name: 'core/button',
    title: 'Button',
    category: 'design',
    parent: ['core/buttons'],
    attributes: {
      url: { type: 'string', source: 'attribute', selector: 'a', attribute: 'href', __experimentalRole: 'content' },
      title: { type: 'string', source: 'attribute', selector: 'a', attribute: 'title', __experimentalRole: 'content' },
      text: { type: 'string', source: 'html', selector: 'a', __experimentalRole: 'content' },
      linkTarget: {
        type: 'string',
        source: 'attribute',
        selector: 'a',
        attribute: 'target',
        __experimentalRole: 'content',
      },
      rel: { type: 'string', source: 'attribute', selector: 'a', attribute: 'rel', __experimentalRole: 'content' },
      placeholder: { type: 'string' },
      width: { type: 'number' },
    },
    supports: {
      anchor: true,
      align: true,
      alignWide: false,
      color: {
        __experimentalSkipSerialization: true,
        gradients: true,
        __experimentalDefaultControls: { background: true, text: true },
      },
      typography: typography(),
      reusable: false,
      spacing: {
        __experimentalSkipSerialization: true,
        padding: ['horizontal', 'vertical'],
        __experimentalDefaultControls: { padding: true },
      },
      __experimentalBorder: {
        radius: true,
        __experimentalSkipSerialization: true,
        __experimentalDefaultControls: { radius: true },
      },
      __experimentalSelector: `.${brand.prefixed('block-button__link')}`,
    },
  },
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
    name: 'core/columns',
    title: 'Columns',
    category: 'design',
    attributes: {
      verticalAlignment: { type: 'string' },
      isStackedOnMobile: { type: 'boolean', default: true },
      templateLock: TEMPLATE_LOCK,
    },
    supports: {
      anchor: true,
      align: ['wide', 'full'],
      html: false,
      color: COLOR,
      spacing: {
        blockGap: { __experimentalDefault: '2em', sides: ['horizontal', 'vertical'] },
        margin: ['top', 'bottom'],
        padding: true,
        __experimentalDefaultControls: { padding: true, blockGap: true },
      },
      __experimentalLayout: {
        allowSwitching: false,
        allowInheriting: false,
        allowEditing: false,
        default: { type: 'flex', flexWrap: 'nowrap' },
      },
      __experimentalBorder: BORDER,
      typography: typography(),
    },
  },
  {
    name: 'core/group',
    title: 'Group',
    category: 'design',
    attributes: { tagName: { type: 'string', default: 'div' }, templateLock: TEMPLATE_LOCK },
    supports: {
      __experimentalOnEnter: true,
      align: ['wide', 'full'],
      anchor: true,
      html: false,
      color: COLOR,
      spacing: {
        margin: ['top', 'bottom'],
        padding: true,
        blockGap: true,
        __experimentalDefaultControls: { padding: true, blockGap: true },
      },
      __experimentalBorder: { ...BORDER, radius: true },
      typography: typography(),
      __experimentalLayout: true,
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
    name: 'core/separator',
    title: 'Separator',
    category: 'design',
    attributes: { opacity: { type: 'string', default: 'alpha-channel' } },
    supports: {
      anchor: true,
      align: ['center', 'wide', 'full'],
      color: {
        enableContrastChecker: false,
        __experimentalSkipSerialization: true,
        gradients: true,
        background: true,
        text: false,
        __experimentalDefaultControls: { background: true },
      },
      spacing: { margin: ['top', 'bottom'] },
    },
  },
  {
    name: 'core/spacer',
    title: 'Spacer',
    category: 'design',
    usesContext: ['orientation'],
    attributes: { height: { type: 'string', default: '100px' }, width: { type: 'string' } },
    supports: { anchor: true, spacing: { margin: ['top', 'bottom'], __experimentalDefaultControls: { margin: true } } },
  },
  {
    name: 'core/text-columns',
    title: 'Text columns',
    category: 'design',
    attributes: {
      content: {
        type: 'array',
        source: 'query',
        selector: 'p',
        query: { children: { type: 'string', source: 'html' } },
        default: [{}, {}],
      },
      columns: { type: 'number', default: 2 },
      width: { type: 'string' },
    },
    supports: { inserter: false },
  },
];
