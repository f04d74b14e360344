import { html, type Markup } from '../../core/index.ts';
import { xmlText } from './xml.ts';

/** One entry of a feed. */
export interface Entry {
  readonly title: string;
  readonly link: string;
  /** What stays the same whatever becomes of the address. */
  readonly id: string;
  readonly author: string;
  /** UTC, as the interface writes it. */
  readonly date: string;
  readonly categories: readonly string[];
  /** Markup. */
  readonly summary: string;
  readonly content: string;
}

/** A feed: what it tells of, and its entries, newest first. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly link: string;
  /** Its own address. */
  readonly self: string;
  readonly language: string;
  readonly entries: readonly Entry[];
}

const httpDate = (date: string): string => new Date(`${date}Z`).toUTCString();

/** Writes a feed as RSS 2.0. */
export function rssDocument({ title, description, link, self, language, entries }: Feed): string {
  const built = entries
    .map(({ date }) => date)
    .sort()
    .at(-1);
  return `<?xml version="1.0" encoding="UTF-8"?>
${
  html`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xmlText(title)}</title>
<atom:link href="${self}" rel="self" type="application/rss+xml" />
<link>${link}</link>
<description>${xmlText(description)}</description>
${built !== undefined && html`<lastBuildDate>${httpDate(built)}</lastBuildDate>\n`}<language>${language}</language>
${entries.map(item)}</channel>
</rss>
`.text
}`;
}

function item({ title, link, id, author, date, categories, summary, content }: Entry): Markup {
  return html`<item>
<title>${xmlText(title)}</title>
<link>${link}</link>
<dc:creator>${xmlText(author)}</dc:creator>
<pubDate>${httpDate(date)}</pubDate>
${categories.map((name) => html`<category>${xmlText(name)}</category>\n`)}<guid isPermaLink="false">${id}</guid>
<description>${xmlText(summary)}</description>
${content !== '' && html`<content:encoded>${xmlText(content)}</content:encoded>\n`}</item>
`;
}
