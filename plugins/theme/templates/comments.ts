import { addQueryArgs } from '../../../core/index.ts';
import { cleanUrl, html, Markup } from '../../../core/text/index.ts';
import type { CommentData } from '../reading/data.ts';
import type { Comments } from '../view.ts';
import { commentForm } from './comment-form.ts';
import { neighbours } from './pagination.ts';
import type { Page } from './parts.ts';

/** The comments on an item, threaded, and the form. */
export function commentsOf(comments: Comments, page: Page): Markup {
  const { list, total, isOpen, totalPages } = comments;
  if (total === 0 && !isOpen) return new Markup('');
  const address = (to: number) => `${addQueryArgs(page.view.link, to > 1 ? { cpage: to } : {})}#comments`;
  return html`<section class="comments" id="comments" aria-labelledby="comments-title">
<h2 id="comments-title">${total === 0 ? 'Comments' : total === 1 ? 'One comment' : `${total} comments`}</h2>
${thread(list, comments, page)}
${neighbours(comments.page, totalPages, 'Pages of comments', 'Earlier', 'Later', address)}
${isOpen ? page.part('comment-form', commentForm(comments, page)) : html`<p>Comments are closed.</p>`}
</section>`;
}

/** How deep replies are nested. */
function depthOf({ option }: Page): number {
  if (Number(option('thread_comments', '1')) === 0) return 1;
  return Math.min(Math.max(Number(option('thread_comments_depth', '5')) || 5, 1), 10);
}

function thread(list: readonly CommentData[], comments: Comments, page: Page): Markup | false {
  const most = depthOf(page);
  const known = new Set(list.map(({ id }) => id));
  const answers = new Map<number, CommentData[]>();
  for (const comment of list) {
    // The parent of a reply may be on another page; then the reply stands at the top level.
    const above = known.has(comment.parent) ? comment.parent : 0;
    answers.set(above, [...(answers.get(above) ?? []), comment]);
  }
  const below = (above: number, depth: number): readonly Markup[] =>
    (answers.get(above) ?? []).flatMap((comment) => {
      const written = page.part('comment', commentOf(comment, page, comments.isOpen));
      const inner = below(comment.id, depth + 1);
      const item = (more: Markup | false) => html`<li id="comment-${comment.id}">${written}${more}</li>\n`;
      // Beyond the greatest depth, replies stand after the comment that they reply to.
      return depth < most ? [item(inner.length > 0 && listOf(inner))] : [item(false), ...inner];
    });
  const all = below(0, 1);
  return all.length > 0 && listOf(all);
}

const listOf = (items: readonly Markup[]): Markup => html`<ol class="comment-list">\n${items}</ol>`;

function commentOf(comment: CommentData, page: Page, mayAnswer: boolean): Markup {
  const { author_name, author_url, date, date_gmt, content, id, link, status } = comment;
  const isWaiting = status === 'hold';
  const name = author_name === '' ? 'Anonymous' : author_name;
  const url = cleanUrl(author_url);
  const author = url === '' ? html`${name}` : html`<a rel="nofollow ugc external" href="${url}">${name}</a>`;
  const { view } = page;
  const when = `${page.date(date)}, ${page.time(date)}`;
  const answer = html` <a class="comment-reply" href="${addQueryArgs(view.link, { replytocom: id })}#respond" rel="nofollow" aria-label="Reply to ${name}">Reply</a>`;
  return html`<article class="comment">
<p class="comment-meta"><b class="comment-author">${author}</b> <a href="${cleanUrl(link)}"><time datetime="${date_gmt === undefined ? date : `${date_gmt}Z`}">${when}</time></a>${mayAnswer && !isWaiting && answer}</p>
${isWaiting && html`<p role="status">Your comment waits for approval. Nobody else sees it until then.</p>`}
<div class="comment-content">${new Markup(content.rendered)}</div>
</article>`;
}
