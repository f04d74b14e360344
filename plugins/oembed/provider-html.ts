import { cleanUrl, escapeAttribute, escapeHtml } from '../../core/text/index.ts';
import type { OembedData } from './item-data.ts';

/** A text of a provider, without the character that no database stores everywhere. */
const text = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');

/** A measure in pixels, of what a provider or a text says; 0 where that is none. */
export const measure = (value: unknown): number => Math.min(Math.max(0, Math.trunc(Number(value)) || 0), 10_000);

/** The title that a provider gives. */
export const titleOf = ({ title }: OembedData): string => text(title);

/** The markup that a provider's data stands for, as it says; empty where it is of no use. */
export function providerHtml(data: OembedData, url: string): string {
  const title = titleOf(data);
  switch (data.type) {
    case 'photo': {
      const [src, width, height] = [cleanUrl(text(data.url)), measure(data.width), measure(data.height)];
      if (src === '' || width === 0 || height === 0) return '';
      const image = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(title)}" width="${width}" height="${height}" />`;
      return `<a href="${escapeAttribute(url)}">${image}</a>`;
    }
    case 'video':
    case 'rich':
      return text(data.html);
    case 'link':
      return title === '' ? '' : `<a href="${escapeAttribute(url)}">${escapeHtml(title)}</a>`;
    default:
      return '';
  }
}
