import { html, type Markup } from '../../core/text/index.ts';
import { type Entry, type Feed, newest } from './feed.ts';
import { xmlText } from './xml.ts';

const httpDate = (date: string): string => new Date(`${date}Z`).toUTCString();

/** Writes a feed as RSS 2.0. */
export function rssDocument({ title, description, link, self, language, entries }: Feed): string {
  const built = newest(entries.map(({ date }) => date));
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
