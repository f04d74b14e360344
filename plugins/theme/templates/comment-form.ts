import { addQueryArgs } from '../../../core/index.ts';
import { html, Markup } from '../../../core/text/index.ts';
import { numberIn } from '../addresses/page-request.ts';
import { commentsPath } from '../paths.ts';
import type { CommentDraft, Comments } from '../view.ts';
import type { Page } from './parts.ts';

const EMPTY: CommentDraft = { author: '', email: '', url: '', text: '', parent: 0, refusal: '' };

/** The form for a comment, with the error of a comment that was refused. */
export function commentForm({ list, needsLogin, needsName }: Comments, page: Page): Markup {
  const { view, path, dependencies } = page;
  if (needsLogin) {
    const login = addQueryArgs(path('/login'), { redirect_to: `${view.link}#respond` });
    return html`<p id="respond"><a href="${login}">Log in</a> to comment.</p>`;
  }
  const draft = view.draft ?? { ...EMPTY, parent: numberIn(view.pageRequest.query.get('replytocom')) ?? 0 };
  const answered = list.find(({ id }) => id === draft.parent);
  const isKnown = view.user.id !== 0;
  const required = needsName && new Markup(' required');
  const mark = needsName && html` <span aria-hidden="true">*</span>`;
  return html`<form class="comment-form" id="respond" method="post" action="${path(commentsPath(dependencies.site))}#respond" aria-labelledby="reply-title">
<h3 id="reply-title">${answered === undefined ? 'Leave a comment' : `Reply to ${answered.author_name || 'Anonymous'}`}</h3>
${answered !== undefined && html`<p><a href="${view.link}#respond">Do not reply to this comment</a></p>`}
${draft.refusal !== '' && html`<p role="alert">${draft.refusal}</p>`}
<input name="comment_post_ID" type="hidden" value="${view.item?.id}">
<input name="comment_parent" type="hidden" value="${answered?.id ?? 0}">
<p><label for="comment">Comment <span aria-hidden="true">*</span></label>
<textarea id="comment" name="comment" rows="6" maxlength="65525" required>${draft.text}</textarea></p>
${
  !isKnown &&
  html`<p><label for="author">Name${mark}</label>
<input id="author" name="author" type="text" value="${draft.author}" maxlength="245" autocomplete="name"${required}></p>
<p><label for="email">Email${mark} <small>(will not be shown)</small></label>
<input id="email" name="email" type="email" value="${draft.email}" maxlength="100" autocomplete="email"${required}></p>
<p><label for="url">Website</label>
<input id="url" name="url" type="url" value="${draft.url}" maxlength="200" autocomplete="url"></p>`
}
<button>Post comment</button>
</form>`;
}
