import { COLOR, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { commentOf } from '../shown-comments.ts';

const TYPE = {
  name: 'core/comment-content',
  title: 'Comment content',
  category: 'theme',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: { textAlign: { type: 'string' } },
  supports: {
    color: COLOR,
    typography: typography(),
    spacing: { padding: ['horizontal', 'vertical'], __experimentalDefaultControls: { padding: true } },
    html: false,
  },
} satisfies BlockType;

/** The text of a comment. */
export const commentContent = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const comment = await commentOf(dependencies, block, context);
    if (comment === null) return '';
    const own = { class: textAlignClass(attributes) };
    const text = await dependencies.renderer.comment(comment.content, comment);
    return `<div${wrapperAttributes(dependencies.site, TYPE, attributes, own)}>${text}</div>`;
  },
});
