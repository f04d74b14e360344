import { foldText } from './fold-text.ts';

/** The greatest number of trigrams in a query; more would hardly narrow the search down. */
const MOST = 40;

/**
 * The query of a full-text index of trigrams of folded texts for those in which all of these words may occur: `"dol" AND
 * "olo"`. Undefined when no word is long enough.
 */
export function matchOf(words: readonly string[]): string | undefined {
  const found = new Set<string>();
  for (const word of words) {
    const letters = [...foldText(word)];
    for (let at = 0; at + 3 <= letters.length; at++) found.add(letters.slice(at, at + 3).join(''));
  }
  if (found.size === 0) return undefined;
  return [...found]
    .slice(0, MOST)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ');
}
