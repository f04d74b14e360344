import { color, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/comments-pagination',
  title: 'Comments pagination',
  category: 'theme',
  parent: ['core/comments'],
  providesContext: { 'comments/paginationArrow': 'paginationArrow' },
  attributes: { paginationArrow: { type: 'string', default: 'none' } },
  supports: {
    align: true,
    reusable: false,
    html: false,
    color: color('link'),
    __experimentalLayout: { allowSwitching: false, allowInheriting: false, default: { type: 'flex' } },
    typography: typography(),
  },
} satisfies BlockType;

/** Links to the pages of the comments on an item; nothing where there is one page. */
export const commentsPagination = ({ site }: Pick<CommentBlockDependencies, 'site'>): BlockType => ({
  ...TYPE,
  render: (attributes, content) =>
    content.trim() === '' ? '' : `<div${wrapperAttributes(site, TYPE, attributes)}>${content}</div>`,
});
