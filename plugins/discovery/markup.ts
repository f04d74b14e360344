import { escapeAttribute } from '../../core/text/index.ts';

/** A `<link>` of a page's head, or a link of a `Link` header. */
export interface DiscoveryLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
}

/** Links as markup of a page's head, a line each. */
export const linkTags = (links: readonly DiscoveryLink[]): string =>
  links
    .map(({ rel, type, href }) => {
      const kind = type === undefined ? '' : ` type="${escapeAttribute(type)}"`;
      return `<link rel="${escapeAttribute(rel)}"${kind} href="${escapeAttribute(href)}" />\n`;
    })
    .join('');

/** Links as the value of a `Link` header. */
export const linkHeader = (links: readonly DiscoveryLink[]): string =>
  links
    .map(({ rel, type, href }) => `<${href}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`)
    .join(', ');
