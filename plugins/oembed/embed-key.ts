import { createHash } from 'node:crypto';
import { serialize } from '../database/index.ts';

/** What something is embedded with; a shortcode says its measures as text. */
export interface EmbedAttributes {
  readonly width: number | string;
  readonly height: number | string;
}

/** The key under which what is embedded is stored: that of the field, so that stored embeds of elsewhere are found. */
export const embedKey = (url: string, { width, height }: EmbedAttributes): string =>
  createHash('md5')
    .update(url + serialize({ width, height }))
    .digest('hex');

/** The greatest height for a width where nothing says it. */
export const heightFor = (width: number): number => Math.min(Math.ceil(width * 1.5), 1000);

/** The widths of contents that themes have. */
const [LEAST, MOST] = [200, 2000];

/** The key of an address among those that were stored while contents had another width; undefined for none. */
export function keyInOtherWidth(url: string, keys: ReadonlySet<string>): string | undefined {
  if (keys.size === 0) return undefined;
  for (let width = LEAST; width <= MOST; width++) {
    const key = embedKey(url, { width, height: heightFor(width) });
    if (keys.has(key)) return key;
  }
  return undefined;
}
