import { html } from '../../core/text/index.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A page of the site, and when it was changed, in UTC as it is stored; empty where that is not known. */
export interface Place {
  readonly link: string;
  readonly modified: string;
}

/** Writes the index of sitemaps. */
export const indexDocument = (links: readonly string[]): string =>
  `${HEAD}${html`<sitemapindex xmlns="${SPACE}">\n${links.map((link) => html`<sitemap><loc>${link}</loc></sitemap>\n`)}</sitemapindex>\n`.text}`;

/** Writes one sitemap. */
export const sitemapDocument = (places: readonly Place[]): string =>
  `${HEAD}${
    html`<urlset xmlns="${SPACE}">\n${places.map(({ link, modified }) => {
      const known = modified !== '' && !modified.startsWith('0000');
      return html`<url><loc>${link}</loc>${known && html`<lastmod>${modified.replace(' ', 'T')}Z</lastmod>`}</url>\n`;
    })}</urlset>\n`.text
  }`;
