import { cleanUrl } from '../../../core/text/index.ts';
import { SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { commentOf } from '../shown-comments.ts';

const TYPE = {
  name: 'core/comment-edit-link',
  title: 'Comment edit link',
  category: 'theme',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: { linkTarget: { type: 'string', default: '_self' }, textAlign: { type: 'string' } },
  supports: {
    html: false,
    color: {
      link: true,
      gradients: true,
      text: false,
      __experimentalDefaultControls: { background: true, link: true },
    },
    spacing: SPACING,
    typography: typography(),
  },
} satisfies BlockType;

/** A link to where a comment is edited, for users who may; nothing where no plugin has a page for that. */
export const commentEditLink = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const comment = await commentOf(dependencies, block, context);
    const request = requestOf(context);
    if (comment === null || request.user.id === 0) return '';
    const post = await dependencies.posts.loader(request).load(comment.post);
    if (!request.user.can('edit_comment', comment, post)) return '';
    const href = cleanUrl(dependencies.hooks.filter('get_edit_comment_link').call('', comment));
    if (href === '') return '';
    const { linkTarget } = attributes;
    const own = { class: textAlignClass(attributes) };
    const target = linkTarget === '_blank' ? '_blank' : '_self';
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes, own);
    return `<div${outer}><a href="${href}" target="${target}">Edit</a></div>`;
  },
});
