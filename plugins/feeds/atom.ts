import { html, type Markup } from '../../core/text/index.ts';
import { type Entry, type Feed, newest } from './feed.ts';
import { plainText } from './plain-text.ts';
import { xmlText } from './xml.ts';

/** When a feed without entries was changed last: Atom requires a date, and caches need one that does not change. */
const NEVER = '1970-01-01T00:00:00';

const atomDate = (date: string): string => `${date}Z`;

/** Writes a feed as Atom 1.0. */
export function atomDocument({ title, description, link, self, language, entries }: Feed): string {
  const updated = newest(entries.map(({ modified }) => modified)) ?? NEVER;
  return `<?xml version="1.0" encoding="UTF-8"?>
${
  html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<title type="html">${xmlText(title)}</title>
<subtitle type="html">${xmlText(description)}</subtitle>
<updated>${atomDate(updated)}</updated>
<link rel="alternate" type="text/html" href="${link}" />
<link rel="self" type="application/atom+xml" href="${self}" />
<id>${self}</id>
${entries.map(entry)}</feed>
`.text
}`;
}

function entry({ title, link, id, author, date, modified, categories, summary, content }: Entry): Markup {
  return html`<entry>
<title type="html">${xmlText(title)}</title>
<link rel="alternate" type="text/html" href="${link}" />
<id>${URL.canParse(id) ? id : link}</id>
<author><name>${plainText(author)}</name></author>
<published>${atomDate(date)}</published>
<updated>${atomDate(modified)}</updated>
${categories.map((name) => html`<category term="${plainText(name)}" />\n`)}<summary type="html">${xmlText(summary)}</summary>
${content !== '' && html`<content type="html">${xmlText(content)}</content>\n`}</entry>
`;
}
