import type { Brand } from '../../../core/index.ts';
import { COLOR, SPACING, typography } from '../../block-supports/index.ts';
import type { StaticBlock } from '../static-block.ts';

/** A text whose blanks and lines are shown as they are written. */
const PREFORMATTED = {
  type: 'string',
  source: 'html',
  selector: 'pre',
  default: '',
  __unstablePreserveWhiteSpace: true,
  __experimentalRole: 'content',
} as const;

/** The rows of a part of a table. */
const rows = (part: string) => ({
  type: 'array',
  default: [],
  source: 'query',
  selector: `${part} tr`,
  query: {
    cells: {
      type: 'array',
      default: [],
      source: 'query',
      selector: 'td,th',
      query: {
        content: { type: 'string', source: 'html' },
        tag: { type: 'string', default: 'td', source: 'tag' },
        scope: { type: 'string', source: 'attribute', attribute: 'scope' },
        align: { type: 'string', source: 'attribute', attribute: 'data-align' },
      },
    },
  },
});

/** Blocks of text. */
export const textBlocks = (brand: Brand): StaticBlock[] => [
  {
    name: 'core/code',
    title: 'Code',
    category: 'text',
    attributes: { content: { type: 'string', source: 'html', selector: 'code' } },
    supports: {
      anchor: true,
      typography: typography(),
      spacing: { margin: ['top', 'bottom'], padding: true },
      __experimentalBorder: {
        radius: true,
        color: true,
        width: true,
        style: true,
        __experimentalDefaultControls: { width: true, color: true },
      },
      color: {
        text: true,
        background: true,
        gradients: true,
        __experimentalDefaultControls: { background: true, text: true },
      },
    },
  },
  {
    name: 'core/column',
    title: 'Column',
    category: 'text',
    parent: ['core/columns'],
    attributes: {
      verticalAlignment: { type: 'string' },
      width: { type: 'string' },
      allowedBlocks: { type: 'array' },
      templateLock: { type: ['string', 'boolean'], enum: ['all', 'insert', 'contentOnly', false] },
    },
    supports: {
      anchor: true,
      reusable: false,
      html: false,
      color: COLOR,
      spacing: { blockGap: true, padding: true, __experimentalDefaultControls: { padding: true } },
      __experimentalBorder: {
        color: true,
        style: true,
        width: true,
        __experimentalDefaultControls: { color: true, style: true, width: true },
      },
      typography: typography(),
      __experimentalLayout: true,
    },
  },
  {
    name: 'core/freeform',
    title: 'Classic',
    category: 'text',
    attributes: { content: { type: 'string', source: 'html' } },
    supports: { className: false, customClassName: false, reusable: false },
  },
  {
    name: 'core/heading',
    title: 'Heading',
    category: 'text',
    attributes: {
      textAlign: { type: 'string' },
      content: {
        type: 'string',
        source: 'html',
        selector: 'h1,h2,h3,h4,h5,h6',
        default: '',
        __experimentalRole: 'content',
      },
      level: { type: 'number', default: 2 },
      placeholder: { type: 'string' },
    },
    supports: {
      align: ['wide', 'full'],
      anchor: true,
      className: false,
      color: COLOR,
      spacing: SPACING,
      typography: typography('fontAppearance', 'textTransform'),
      __experimentalSelector: 'h1,h2,h3,h4,h5,h6',
      __unstablePasteTextInline: true,
      __experimentalSlashInserter: true,
    },
  },
  {
    name: 'core/list',
    title: 'List',
    category: 'text',
    attributes: {
      ordered: { type: 'boolean', default: false, __experimentalRole: 'content' },
      values: {
        type: 'string',
        source: 'html',
        selector: 'ol,ul',
        multiline: 'li',
        __unstableMultilineWrapperTags: ['ol', 'ul'],
        default: '',
        __experimentalRole: 'content',
      },
      type: { type: 'string' },
      start: { type: 'number' },
      reversed: { type: 'boolean' },
      placeholder: { type: 'string' },
    },
    supports: {
      anchor: true,
      className: false,
      typography: typography(),
      color: COLOR,
      spacing: SPACING,
      __unstablePasteTextInline: true,
      __experimentalSelector: 'ol,ul',
      __experimentalSlashInserter: true,
    },
  },
  {
    name: 'core/list-item',
    title: 'List item',
    category: 'text',
    parent: ['core/list'],
    attributes: {
      placeholder: { type: 'string' },
      content: { type: 'string', source: 'html', selector: 'li', default: '', __experimentalRole: 'content' },
    },
    supports: { className: false, typography: typography(), __experimentalSelector: 'li' },
  },
  {
    name: 'core/paragraph',
    title: 'Paragraph',
    category: 'text',
    attributes: {
      align: { type: 'string' },
      content: { type: 'string', source: 'html', selector: 'p', default: '', __experimentalRole: 'content' },
      dropCap: { type: 'boolean', default: false },
      placeholder: { type: 'string' },
      direction: { type: 'string', enum: ['ltr', 'rtl'] },
    },
    supports: {
      anchor: true,
      className: false,
      color: COLOR,
      spacing: SPACING,
      typography: typography(),
      __experimentalSelector: 'p',
      __unstablePasteTextInline: true,
    },
  },
  {
    name: 'core/preformatted',
    title: 'Preformatted',
    category: 'text',
    attributes: {
      content: PREFORMATTED,
    },
    supports: {
      anchor: true,
      color: { gradients: true, __experimentalDefaultControls: { background: true, text: true } },
      typography: typography(),
    },
  },
  {
    name: 'core/pullquote',
    title: 'Pullquote',
    category: 'text',
    attributes: {
      value: { type: 'string', source: 'html', selector: 'blockquote', multiline: 'p', __experimentalRole: 'content' },
      citation: { type: 'string', source: 'html', selector: 'cite', default: '', __experimentalRole: 'content' },
      textAlign: { type: 'string' },
    },
    supports: {
      anchor: true,
      align: ['left', 'right', 'wide', 'full'],
      color: { background: true, ...COLOR },
      typography: typography('fontAppearance'),
      __experimentalBorder: {
        color: true,
        radius: true,
        style: true,
        width: true,
        __experimentalDefaultControls: { color: true, radius: true, style: true, width: true },
      },
    },
  },
  {
    name: 'core/quote',
    title: 'Quote',
    category: 'text',
    attributes: {
      value: {
        type: 'string',
        source: 'html',
        selector: 'blockquote',
        multiline: 'p',
        default: '',
        __experimentalRole: 'content',
      },
      citation: { type: 'string', source: 'html', selector: 'cite', default: '', __experimentalRole: 'content' },
      align: { type: 'string' },
    },
    supports: { anchor: true, __experimentalOnEnter: true, typography: typography('fontAppearance'), color: COLOR },
  },
  {
    name: 'core/table',
    title: 'Table',
    category: 'text',
    attributes: {
      hasFixedLayout: { type: 'boolean', default: false },
      caption: { type: 'string', source: 'html', selector: 'figcaption', default: '' },
      head: rows('thead'),
      body: rows('tbody'),
      foot: rows('tfoot'),
    },
    supports: {
      anchor: true,
      align: true,
      color: {
        __experimentalSkipSerialization: true,
        gradients: true,
        __experimentalDefaultControls: { background: true, text: true },
      },
      spacing: SPACING,
      typography: typography(),
      __experimentalBorder: {
        __experimentalSkipSerialization: true,
        color: true,
        style: true,
        width: true,
        __experimentalDefaultControls: { color: true, style: true, width: true },
      },
      __experimentalSelector: `.${brand.prefixed('block-table')} > table`,
    },
  },
  {
    name: 'core/verse',
    title: 'Verse',
    category: 'text',
    attributes: {
      content: PREFORMATTED,
      textAlign: { type: 'string' },
    },
    supports: { anchor: true, color: COLOR, typography: typography('fontAppearance'), spacing: SPACING },
  },
];
