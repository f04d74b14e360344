import type { PluginHooks } from '../../core/index.ts';
import { escapeAttribute, escapeHtml, stripAllTags } from '../../core/text/index.ts';
import { closed, cutAtMore } from './pages.ts';

/** The item that a link leads to the rest of. */
interface LedTo {
  readonly id: number;
  /** Its title as it is shown, and its address. */
  readonly title: string;
  readonly link: string;
}

/**
 * A page of a content as lists show it: what stands before its `<!--more-->`, with a link to the rest. Without a mark it
 * is the whole page.
 */
export function moreLink(page: string, { id, title, link }: LedTo, hooks: PluginHooks): string {
  const { teaser, rest, label } = cutAtMore(page);
  if (rest === undefined) return page;
  const name = escapeAttribute(stripAllTags(title));
  const text = label === '' ? `<span aria-label="Continue reading ${name}">(more&hellip;)</span>` : escapeHtml(label);
  const element = ` <a href="${escapeAttribute(`${link}#more-${id}`)}" class="more-link">${text}</a>`;
  return closed(teaser + hooks.filter('the_content_more_link').call(element, text));
}
