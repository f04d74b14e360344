import { array, defaulted, object, string } from 'superstruct';
import { definePlugin, type EndpointArgument } from '../../core/index.ts';
import { parseList } from '../../core/schema/index.ts';
import type { SearchColumn } from '../posts/index.ts';

const COLUMNS: readonly SearchColumn[] = ['post_title', 'post_content', 'post_excerpt'];

const ARGUMENT: EndpointArgument = {
  description: 'Where the words of `search` must occur; in any of them when empty.',
  type: 'array',
  items: { type: 'string', enum: COLUMNS },
  default: [],
};

/** Lets lists of items be searched in some of their texts alone. */
export default definePlugin({
  name: 'search-columns',
  version: '0.1.0',
  description: 'Searches lists of items in the texts alone that `search_columns` names.',
  group: 'content',
  cacheable: true,
  optIn: true,
  requires: { posts: '^0.1.0' },
  capabilities: ['content:read'],
  options: object({
    /** The content types whose lists have the argument. */
    types: defaulted(array(string()), ['post', 'page', 'attachment']),
  }),
  setup({ hooks }, { types }) {
    for (const type of types) {
      hooks
        .filter('rest_{post_type}_collection_params')
        .for(type)
        .tap('search-columns', (params) => ({ ...params, search_columns: ARGUMENT }));
      hooks
        .filter('rest_{post_type}_query')
        .for(type)
        .tap('search-columns', (query, request) => {
          const requested = parseList(request.getParam('search_columns')).map(String);
          return { ...query, searchColumns: COLUMNS.filter((column) => requested.includes(column)) };
        });
    }
  },
});
