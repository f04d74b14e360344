/** The greatest number of trigrams in a query; more would hardly narrow the search down. */
const MOST = 40;

/**
 * Letters with case that the index and the search itself fold alike: Latin, Greek and Cyrillic ones that have one small
 * letter and one capital. Trigrams with other letters are left out of the query of the index, which then finds more items.
 */
const FOLDED_ALIKE = /^[\u00c0-\u012f\u0132-\u017e\u0391-\u03c1\u03c3-\u03c9\u0400-\u045f]$/;

/**
 * The query of a full-text index of trigrams for texts in which all of these words may occur: `"dol" AND "olo"`.
 * Undefined when no word is long enough.
 */
export function matchOf(words: readonly string[]): string | undefined {
  const found = new Set<string>();
  for (const word of words) {
    const letters = [...word];
    for (let at = 0; at + 3 <= letters.length; at++) {
      const trigram = letters.slice(at, at + 3);
      if (trigram.every(isSteady)) found.add(trigram.join(''));
    }
  }
  if (found.size === 0) return undefined;
  return [...found]
    .slice(0, MOST)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ');
}

function isSteady(letter: string): boolean {
  if (letter.codePointAt(0)! < 0x80 || FOLDED_ALIKE.test(letter)) return true;
  return letter.toLowerCase() === letter && letter.toUpperCase() === letter;
}

/** A text as it is compared where case is ignored beyond ASCII: letter by letter, whatever stands beside it. */
export const foldCase = (text: string): string => text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
