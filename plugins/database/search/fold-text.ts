/** Letters that no accent can be taken from, and what they are compared as. */
const ALIKE: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŀ: 'l',
  ĳ: 'ij',
  ſ: 's',
  ς: 'σ',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const ASCII = /^[\x00-\x7f]*$/;
/** Accents on letters of Latin and Greek, and of the one Cyrillic letter that is the same letter with them. */
const ACCENTS = /([a-zßæœøđðħłŀĳſα-ωе])[\u0300-\u036f]+/g;
const LETTERS = /[ßæœøđðħłŀĳſς]/g;

/**
 * A text as it is searched: in small letters without their accents, as the collation `utf8mb4_unicode_520_ci` compares
 * them. What is folded already stays as it is.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '$1')
    .normalize('NFC')
    .replace(LETTERS, (letter) => ALIKE[letter]!);
}
