import { cleanUrl, escapeAttribute, escapeHtml } from '../../core/index.ts';
import type { FrontPageLink } from './hooks.ts';

/** What the front page shows. */
export interface FrontPage {
  readonly name: string;
  readonly description: string;
  /** Markup for the head, as it is. */
  readonly head: string;
  readonly links: readonly FrontPageLink[];
}

/** Writes the front page's HTML. */
export function frontPageHtml({ name, description, head, links }: FrontPage): string {
  const title = escapeHtml(description === '' ? name : `${name} – ${description}`);
  const items = links.map(
    ({ href, text }) => `<li><a href="${escapeAttribute(cleanUrl(href))}">${escapeHtml(text)}</a></li>\n`,
  );
  return (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${title}</title>\n${head}</head>\n<body>\n` +
    `<h1>${escapeHtml(name)}</h1>\n` +
    (description === '' ? '' : `<p>${escapeHtml(description)}</p>\n`) +
    `<ul>\n${items.join('')}</ul>\n</body>\n</html>\n`
  );
}
