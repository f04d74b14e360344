import { addQueryArgs } from '../../core/index.ts';
import { escapeAttribute } from '../../core/text/index.ts';

/** The links in the head of an item's page by which other sites find its oEmbed data; `root` is the address that has it. */
export function discoveryLinks(root: string, url: string): string {
  const link = (type: string, args: Record<string, string>) =>
    `<link rel="alternate" type="${type}" href="${escapeAttribute(addQueryArgs(root, args))}" />\n`;
  return link('application/json+oembed', { url }) + link('text/xml+oembed', { url, format: 'xml' });
}
