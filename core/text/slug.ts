import { stripEntities } from './entities.ts';
import { removeAccents } from './remove-accents.ts';
import { stripTags } from './strip-tags.ts';
import { trimAscii } from './trim.ts';

const MAX_LENGTH = 200;
const STRAY_PERCENT = /%(?![a-f0-9]{2})/gi;
const DASH_ENTITIES = /&(?:nbsp|#160|ndash|#8211|mdash|#8212);/g;
const NOT_SLUG = /[^%a-z0-9 _-]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;
/** A character of a slug: a plain one, or the octets of an encoded one. */
const SLUG_CHARACTER = /%[a-f0-9]{2}(?:%[89ab][a-f0-9])*|./g;

/** No-break space, en and em dash, the spaces of other widths, line and paragraph separators. */
const DASHES = encoded(
  '\u00a0\u2013\u2014\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f',
);
/** Quotes, bullets and signs; accents that stand alone; characters without a width. */
const DROPPED = encoded(
  '\u00ad¡¿«»‹›‘’“”‚‛„‟•©®°…™´\u02ca\u0301\u0341\u0300\u0304\u030c' +
    '\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff\ufffc',
);
const TIMES = encoded('×');

/**
 * Makes a slug of a title: lower-case ASCII with dashes; letters of other scripts as percent-encoded UTF-8. The
 * first 200 characters of the encoded title count. `fallback` when nothing is left.
 */
export function slugify(title: string, fallback = ''): string {
  const plain = stripTags(removeAccents(title)).replace(STRAY_PERCENT, '').toLowerCase();
  const dashed = encodeLetters(plain)
    .toLowerCase()
    .replace(DASHES, '-')
    .replace(DASH_ENTITIES, '-')
    .replaceAll('/', '-')
    .replace(DROPPED, '')
    .replace(TIMES, 'x');
  const slug = stripEntities(dashed).replaceAll('.', '-').replace(NOT_SLUG, '');
  return trimAscii(slug.replace(/ +/g, '-').replace(/-+/g, '-'), '-') || fallback;
}

/** Cuts a slug to a length without cutting through an encoded character. */
export function truncateSlug(slug: string, length = MAX_LENGTH): string {
  return slug.length <= length ? slug : trimAscii(take(slug.match(SLUG_CHARACTER) ?? [], length), '-');
}

function encodeLetters(text: string): string {
  const characters = text.replace(LONE_SURROGATES, '');
  return take(characters, MAX_LENGTH, (character) => (character < '\x80' ? character : encodeURIComponent(character)));
}

/** Joins characters, each in the form that `write` gives it, as long as they fit. */
function take(characters: Iterable<string>, length: number, write = (character: string) => character): string {
  let taken = '';
  for (const character of characters) {
    const written = write(character);
    if (taken.length + written.length > length) break;
    taken += written;
  }
  return taken;
}

/** Makes the expression that finds any of these characters in percent-encoded text of lower case. */
function encoded(characters: string): RegExp {
  return new RegExp(Array.from(characters, (character) => encodeURIComponent(character).toLowerCase()).join('|'), 'g');
}
