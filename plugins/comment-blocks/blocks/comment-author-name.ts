import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { color, SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { commentOf } from '../shown-comments.ts';

const TYPE = {
  name: 'core/comment-author-name',
  title: 'Comment author name',
  category: 'theme',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: {
    isLink: { type: 'boolean', default: true },
    linkTarget: { type: 'string', default: '_self' },
    textAlign: { type: 'string' },
  },
  supports: {
    html: false,
    spacing: SPACING,
    color: color('link'),
    typography: typography(),
  },
} satisfies BlockType;

/** The name of the author of a comment, with a link to the author's own pages where there are some. */
export const commentAuthorName = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const comment = await commentOf(dependencies, block, context);
    if (comment === null) return '';
    const { isLink, linkTarget } = attributes;
    const name = escapeHtml(comment.authorName) || 'Anonymous';
    const href = cleanUrl(comment.authorUrl);
    const target = linkTarget === '_blank' ? '_blank' : '_self';
    const link = `<a rel="external nofollow ugc" href="${href}" target="${target}" >${name}</a>`;
    const own = { class: textAlignClass(attributes) };
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, own);
    return `<div${outer}>${isLink && href !== '' ? link : name}</div>`;
  },
});
