import { createHash } from 'node:crypto';
import { allowedTypes, extensionOf } from '../../media/index.ts';
import { mapContent, mapTexts } from './walk.ts';

/** An address as a text names it. */
export interface NamedAddress {
  /** Host and path, without the scheme, and without a slash at the end. */
  readonly place: string;
  /** The query with its question mark; empty for none. */
  readonly query: string;
  /** What follows the number sign, with it; empty for none. */
  readonly fragment: string;
}

/** Gives the address that is to stand in the place of another; undefined for one that stays. */
export type Replace = (address: NamedAddress) => string | undefined;

/** An address in markup, in JSON, whose slashes may be escaped, or in a text of its own. */
const ADDRESS =
  /(?:https?:)?(\\?\/)\1[a-z0-9][\w.-]*(?::\d{1,5})?(?:\\?\/|[?#]|[^\s"'<>\\/,;()[\]{}|^`&?#]|&(?!(?:quot|apos|lt|gt|#0{0,3}3[49]);)(?:amp;|#0{0,3}38;)?)*/gi;

/** How addresses of files end, as far as uploads may have such. */
const EXTENSIONS: ReadonlySet<string> = new Set(allowedTypes(true).keys());
/** What stands before the extension in the name of a size of a picture, or of a copy that is shown in its place. */
const SIZE = /-(?:\d{1,5}x\d{1,5}|scaled|rotated)(?=\.\w{1,10}$)/;
/** How a text may end that names a file, wherever that ends. */
const FILE_SIGN = new RegExp(`\\.(?:${[...EXTENSIONS].join('|')})\\b`, 'i');

/** Whether an address names a file, by its ending. */
export const isFile = ({ place }: NamedAddress): boolean => place.includes('/') && EXTENSIONS.has(extensionOf(place));

/** The measures in the name of a size of a picture: `-300x200`; empty for a name without. */
export const sizeIn = ({ place }: NamedAddress): string => SIZE.exec(place)?.[0] ?? '';

/** An address without what names a size. */
export const withoutSize = (address: NamedAddress): NamedAddress => ({
  ...address,
  place: address.place.replace(SIZE, ''),
});

/** The addresses under which a file is known: that of what was uploaded, too, where a smaller copy is shown in its place. */
export const addressesOfFile = (address: NamedAddress): readonly NamedAddress[] =>
  /-(?:scaled|rotated)$/.test(sizeIn(address)) ? [address, withoutSize(address)] : [address];

/** By what an address is looked up, whatever its scheme and its query. */
export const digestOf = ({ place }: NamedAddress): string =>
  createHash('sha256').update(place).digest('base64url').slice(0, 32);

/** Whether a text may name a file, or anything of the site at `base`. */
export const mayHaveAddresses = (text: string, base: NamedAddress | undefined): boolean =>
  (base !== undefined && (text.includes(base.place) || text.includes(base.place.replaceAll('/', '\\/')))) ||
  ((text.includes('//') || text.includes('\\/\\/')) && FILE_SIGN.test(text));

/** The number of an item in an address that names it by that alone: `https://site.example/?p=5`; 0 for any other. */
export const numberIn = ({ query }: NamedAddress): number =>
  Number(/^\?(?:p|page_id|attachment_id)=(\d{1,15})$/.exec(query)?.[1] ?? 0);

/** Reads an address; undefined for what is none. */
export function readAddress(text: string): NamedAddress | undefined {
  const plain = text.replaceAll('\\/', '/').replace(/&(?:amp|#0{0,3}38);/g, '&');
  const named = plain.replace(/^(?:https?:)?\/\//i, '');
  if (named === plain) return undefined;
  const end = named.search(/[/?#]|$/);
  const [host, rest] = [named.slice(0, end), named.slice(end)];
  if (host === '') return undefined;
  const [beforeFragment = '', ...fragments] = rest.split('#');
  const [path = '', ...queries] = beforeFragment.split('?');
  const place = host.toLowerCase() + decoded(path.endsWith('/') ? path.slice(0, -1) : path);
  const after = (sign: string, parts: readonly string[]) => (parts.length === 0 ? '' : sign + parts.join(sign));
  return { place, query: after('?', queries), fragment: after('#', fragments) };
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Replaces addresses in a content, in the attributes of its blocks too. */
export const replaceAddresses = (content: string, replace: Replace): string => {
  const ofText = (text: string) => inText(text, replace);
  return mapContent(content, {
    ofText,
    ofBlock: (_name, attributes) => {
      let isChanged = false;
      for (const [key, value] of Object.entries(attributes)) {
        const mapped = mapTexts(value, ofText);
        if (mapped === value) continue;
        attributes[key] = mapped;
        isChanged = true;
      }
      return isChanged;
    },
  });
};

/** Replaces addresses in all texts of a value. */
export const replaceInValue = (value: unknown, replace: Replace): unknown =>
  mapTexts(value, (text) => inText(text, replace));

function inText(text: string, replace: Replace): string {
  if (!text.includes('/')) return text;
  return text.replace(ADDRESS, (found, slash: string) => {
    // The sign that ends a sentence belongs to no address.
    const sign = /[.:!*]{1,3}$/.exec(found)?.[0] ?? '';
    const address = readAddress(found.slice(0, found.length - sign.length));
    const replaced = address === undefined ? undefined : replace(address);
    if (replaced === undefined) return found;
    return (slash === '/' ? replaced : replaced.replaceAll('/', '\\/')) + sign;
  });
}
