const ASCII = /^[\0-\x7f]*$/;
/** Latin letters beyond ASCII, without the signs for times and division. */
const LATIN =
  /[\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u018f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dd\u0218-\u021b\u0251\u1ea0-\u1ef9\u20ac\u00a3]/g;

/** Letters that Unicode does not decompose into plain ones and marks. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  `ÆAE æae ÐD ðd ØO øo ÞTH þth ßs ĐD đd ĦH ħh ıi ĸk ŁL łl ŊN ŋn ŒOE œoe ŦT ŧt ƏE ǝe ɑa €E £`
    .split(' ')
    .map(([letter = '', ...plain]) => [letter, plain.join('')]),
);

/** Replaces accented Latin letters by plain ones (`São` is `Sao`, `ß` is `s`); other scripts stay. */
export function removeAccents(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFC').replace(LATIN, (letter) => LETTERS.get(letter) ?? decomposed(letter));
}

const decomposed = (letter: string): string => letter.normalize('NFKD').replace(/[^a-z]/gi, '');
