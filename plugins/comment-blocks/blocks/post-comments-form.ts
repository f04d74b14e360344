import { addQueryArgs, isLoggedIn } from '../../../core/index.ts';
import { cleanUrl } from '../../../core/text/index.ts';
import { attrs, COLOR, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { isOpen } from '../comments-open.ts';
import type { CommentBlockDependencies } from '../dependencies.ts';
import { postOf, queryNumber } from '../shown-comments.ts';

const { __experimentalFontFamily: _, __experimentalTextDecoration: __, ...LETTERS } = typography();

const TYPE = {
  name: 'core/post-comments-form',
  title: 'Comments form',
  category: 'theme',
  usesContext: ['postId', 'postType'],
  attributes: { textAlign: { type: 'string' } },
  supports: { html: false, color: COLOR, typography: LETTERS },
} satisfies BlockType;

/** The form for a comment on an item; nothing where it takes none. */
export const postCommentsForm = (dependencies: CommentBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { options, permalinks, site } = dependencies;
    const post = await postOf(dependencies, block.context.postId, context);
    if (post === null || !isOpen(dependencies, post)) return '';
    const request = requestOf(context);
    const isKnown = isLoggedIn(request.user);
    const outer = wrapperAttributes(site, TYPE, attributes, { class: textAlignClass(attributes) });
    const start = `<div${outer}><div id="respond" class="comment-respond"><h3 id="reply-title" class="comment-reply-title">Leave a Reply</h3>`;
    if (!isKnown && Number(options.get('comment_registration', 0)) !== 0) {
      const redirect_to = `${await permalinks.forPost(post, request)}#respond`;
      const login = cleanUrl(addQueryArgs(`${site.home}/${site.brand.prefixed('login.php')}`, { redirect_to }));
      return `${start}<p class="must-log-in">You must be <a href="${login}">logged in</a> to post a comment.</p></div></div>`;
    }
    const action = `${site.home}/${site.brand.prefixed('comments-post.php')}#respond`;
    const parent = queryNumber(request, 'replytocom') ?? 0;
    const fields = [
      '<p class="comment-form-comment"><label for="comment">Comment <span class="required">*</span></label>' +
        '<textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p>',
      ...(isKnown ? [] : visitorFields(Number(options.get('require_name_email', 1)) !== 0)),
      '<p class="form-submit"><input name="submit" type="submit" id="submit" class="submit" value="Post Comment" />' +
        `<input${attrs({ type: 'hidden', name: 'comment_post_ID', value: post.id })} />` +
        `<input${attrs({ type: 'hidden', name: 'comment_parent', value: parent })} /></p>`,
    ];
    const form = attrs({ action, method: 'post', id: 'commentform', class: 'comment-form' });
    return `${start}<form${form}>${fields.join('')}</form></div></div>`;
  },
});

/** The fields in which a visitor says who writes. */
function visitorFields(isRequired: boolean): string[] {
  const mark = isRequired ? ' <span class="required">*</span>' : '';
  const field = (name: string, label: string, type: string, size: number, more: object) =>
    `<p class="comment-form-${name}"><label for="${name}">${label}</label>` +
    `<input${attrs({ id: name, name, type, value: '', size: 30, maxlength: size, ...more })} /></p>`;
  return [
    field('author', `Name${mark}`, 'text', 245, { autocomplete: 'name', required: isRequired }),
    field('email', `Email${mark}`, 'email', 100, { autocomplete: 'email', required: isRequired }),
    field('url', 'Website', 'url', 200, { autocomplete: 'url' }),
  ];
}
