import { cleanUrl, html, Markup } from '../../../core/text/index.ts';
import type { ItemData } from '../reading/data.ts';
import type { Adjacent } from '../view.ts';

/** Links to the items before and after the one that is shown; nothing where there are none. */
export function adjacentLinks({ previous, next }: Adjacent): Markup {
  if (previous === undefined && next === undefined) return new Markup('');
  return html`<nav class="post-navigation" aria-label="Posts">
${previous && html`<a rel="prev" href="${cleanUrl(previous.link)}"><span>← Previous</span> ${titleOf(previous)}</a>\n`}${
  next && html`<a rel="next" href="${cleanUrl(next.link)}"><span>Next →</span> ${titleOf(next)}</a>\n`
}</nav>
`;
}

const titleOf = ({ title }: ItemData): Markup | string =>
  title === undefined || title.rendered === '' ? '(no title)' : new Markup(title.rendered);
