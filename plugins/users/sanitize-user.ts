import { removeAccents, stripAllTags, stripEntities, stripOctets, trimAscii } from '../../core/text/index.ts';

const NOT_STRICT = /[^a-z0-9 _.\-@]/gi;
const BLANKS = /[ \t\n\r\v\f]+/g;

/** Cleans a login name: no tags, accents, octets and entities. `strict` leaves ASCII letters, digits and ` _.-@`. */
export function sanitizeUser(text: string, strict = false): string {
  const plain = stripEntities(stripOctets(removeAccents(stripAllTags(text))));
  return trimAscii(strict ? plain.replace(NOT_STRICT, '') : plain).replace(BLANKS, ' ');
}
