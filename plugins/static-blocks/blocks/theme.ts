import type { StaticBlock } from '../static-block.ts';
import { COLOR } from '../supports.ts';

/** Blocks that hold lists of items. */
export const themeBlocks = (): StaticBlock[] => [
  {
    name: 'core/query',
    title: 'Query',
    category: 'theme',
    providesContext: { queryId: 'queryId', query: 'query', displayLayout: 'displayLayout' },
    attributes: {
      queryId: { type: 'number' },
      query: {
        type: 'object',
        default: {
          perPage: null,
          pages: 0,
          offset: 0,
          postType: 'post',
          order: 'desc',
          orderBy: 'date',
          author: '',
          search: '',
          exclude: [],
          sticky: '',
          inherit: true,
          taxQuery: null,
          parents: [],
        },
      },
      tagName: { type: 'string', default: 'div' },
      displayLayout: { type: 'object', default: { type: 'list' } },
      namespace: { type: 'string' },
    },
    supports: { align: ['wide', 'full'], html: false, color: COLOR, __experimentalLayout: true },
  },
];
