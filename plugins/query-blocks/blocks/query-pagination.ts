import { color, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { QueryBlockDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/query-pagination',
  title: 'Query pagination',
  category: 'theme',
  parent: ['core/query'],
  usesContext: ['queryId', 'query'],
  providesContext: { paginationArrow: 'paginationArrow' },
  attributes: { paginationArrow: { type: 'string', default: 'none' } },
  supports: {
    align: true,
    reusable: false,
    html: false,
    color: color('link'),
    __experimentalLayout: { allowSwitching: false, allowInheriting: false, default: { type: 'flex' } },
    typography: typography(),
  },
} as const satisfies BlockType;

/** The links to other pages of a list. */
export const queryPagination = ({ site }: QueryBlockDependencies): BlockType => ({
  ...TYPE,
  render(attributes, content) {
    if (content.trim() === '') return '';
    return `<nav${wrapperAttributes(site, TYPE, attributes, { 'aria-label': 'Pagination' })}>${content}</nav>`;
  },
});
