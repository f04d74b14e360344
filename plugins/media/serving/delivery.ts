import { extensionOf, FONT_TYPES, typeOfName } from '../types/mime-types.ts';

/** The types that a browser may show. Any other file is sent as a download, so that nothing in it is run. */
const SHOWN = /^(?:image\/(?!svg)|audio\/|font\/|video\/|text\/(?:plain|csv|css|vtt)$|application\/pdf$)/;
/** One day, in seconds: after a deletion a name may be given to another file. */
const MAX_AGE = 86_400;

/** The headers with which a file is sent, by the site or by a store. */
export type Delivery = Record<'Content-Type' | 'Cache-Control', string> & { 'Content-Disposition'?: string };

/** How a file is sent, by its name. */
export function deliveryOf(path: string): Delivery {
  const type = typeOfName(path) ?? FONT_TYPES.get(extensionOf(path)) ?? 'application/octet-stream';
  return {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Cache-Control': `public, max-age=${MAX_AGE}`,
    ...(SHOWN.test(type) ? {} : { 'Content-Disposition': 'attachment' }),
  };
}
