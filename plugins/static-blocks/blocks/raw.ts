import type { StaticBlock } from '../static-block.ts';

/** Blocks of markup that is written by hand, or that belongs to a type which is not there. */
export const rawBlocks = (): StaticBlock[] => [
  {
    name: 'core/html',
    title: 'Custom HTML',
    category: 'widgets',
    attributes: { content: { type: 'string', source: 'raw' } },
    supports: { customClassName: false, className: false, html: false },
  },
  {
    name: 'core/missing',
    title: 'Unsupported',
    category: 'text',
    attributes: {
      originalName: { type: 'string' },
      originalUndelimitedContent: { type: 'string' },
      originalContent: { type: 'string', source: 'raw' },
    },
    supports: { className: false, customClassName: false, inserter: false, html: false, reusable: false },
  },
];
