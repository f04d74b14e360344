import { addQueryArgs, isLoggedIn } from '../../../core/index.ts';
import { cleanUrl, escapeAttribute } from '../../../core/text/index.ts';
import { SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { isOpen } from '../comments-open.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { commentOf, shownComments } from '../shown-comments.ts';
import { depthOf, greatestDepth, threadsOf } from '../threads.ts';

const TYPE = {
  name: 'core/comment-reply-link',
  title: 'Comment reply link',
  category: 'theme',
  ancestor: ['core/comment-template'],
  usesContext: ['commentId'],
  attributes: { textAlign: { type: 'string' } },
  supports: {
    color: {
      gradients: true,
      link: true,
      text: false,
      __experimentalDefaultControls: { background: true, link: true },
    },
    spacing: SPACING,
    typography: typography(),
    html: false,
  },
} satisfies BlockType;

/** A link to the form for an answer to a comment, where answers are nested and one more fits. */
export const commentReplyLink = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { options, permalinks, site } = dependencies;
    const comment = await commentOf(dependencies, block, context);
    if (comment === null) return '';
    const shown = await shownComments(dependencies, comment.post, context);
    if (shown === null || !isOpen(dependencies, shown.post)) return '';
    const most = greatestDepth(options);
    if (depthOf(threadsOf(shown.comments, most), comment.id) >= most) return '';
    const request = requestOf(context);
    const link = await permalinks.forPost(shown.post, request);
    const needsLogin = Number(options.get('comment_registration', 0)) !== 0 && !isLoggedIn(request.user);
    const login = addQueryArgs(`${site.home}/${site.brand.prefixed('login.php')}`, { redirect_to: link });
    const label = `Reply to ${escapeAttribute(comment.authorName) || 'Anonymous'}`;
    const answer =
      `<a rel='nofollow' class='comment-reply-link' href='${escapeAttribute(cleanUrl(addQueryArgs(link, { replytocom: comment.id })))}#respond'` +
      ` data-commentid="${comment.id}" data-postid="${shown.post.id}" data-belowelement="comment-${comment.id}"` +
      ` data-respondelement="respond" data-replyto="${label}" aria-label='${label}'>Reply</a>`;
    const own = { class: textAlignClass(attributes) };
    const outer = wrapperAttributes(site, TYPE, attributes, own);
    const signIn = `<a rel="nofollow" class="comment-reply-login" href="${cleanUrl(login)}">Log in to Reply</a>`;
    return `<div${outer}>${needsLogin ? signIn : answer}</div>`;
  },
});
