import { COLOR } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';

/** What a list holds, and how it is shown: its markup is stored, and the blocks in it are told. */
export const query = (): BlockType => ({
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
});
