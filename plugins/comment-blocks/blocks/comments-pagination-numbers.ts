import { paginateLinks, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { pageAddresses, shownComments } from '../shown-comments.ts';

const TYPE = {
  name: 'core/comments-pagination-numbers',
  title: 'Comments page numbers',
  category: 'theme',
  parent: ['core/comments-pagination'],
  usesContext: ['postId'],
  attributes: {},
  supports: { reusable: false, html: false, typography: typography() },
} satisfies BlockType;

/** The numbers of the pages of the comments on an item, as links; nothing where there is one page. */
export const commentsPaginationNumbers = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const shown = await shownComments(dependencies, block.context.postId, context);
    if (shown === null || shown.pages < 2) return '';
    const { post, page, pages } = shown;
    const hrefOf = await pageAddresses(dependencies, post, requestOf(context));
    const links = paginateLinks({ page, pages, hrefOf });
    return `<div${wrapperAttributes(dependencies.site, TYPE, attributes)}>${links}</div>`;
  },
});
