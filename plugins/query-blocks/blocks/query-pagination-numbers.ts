import { wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import type { QueryBlockDependencies } from '../dependencies.ts';
import { listedItems } from '../listed.ts';
import { pageNumbers } from '../page-links.ts';
import { PAGINATION_SUPPORTS } from './query-pagination-neighbours.ts';

const TYPE = {
  name: 'core/query-pagination-numbers',
  title: 'Page numbers of a query',
  category: 'theme',
  parent: ['core/query-pagination'],
  usesContext: ['queryId', 'query'],
  supports: PAGINATION_SUPPORTS,
} as const satisfies BlockType;

/** Links to the pages of a list by number; a list of one page has none. */
export const queryPaginationNumbers = (dependencies: QueryBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { page, pages } = await listedItems(block, context, dependencies);
    if (pages < 2) return '';
    const numbers = pageNumbers(block, requestOf(context), page, pages);
    return `<div${wrapperAttributes(dependencies.site, TYPE, attributes)}>${numbers}</div>`;
  },
});
