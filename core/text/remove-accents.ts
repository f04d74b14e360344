const ASCII = /^[\0-\x7f]*$/;
const LATIN =
  /[\u00aa\u00ba\u00c0-\u017f\u018f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dd\u0218-\u021b\u0251\u1ea0-\u1ef9\u20ac\u00a3]/g;

/** Letters that are not a base letter with marks. Times and division signs stay as they are. */
const LETTERS: Readonly<Record<string, string>> = {
  ª: 'a',
  º: 'o',
  Æ: 'AE',
  æ: 'ae',
  Ð: 'D',
  ð: 'd',
  Ø: 'O',
  ø: 'o',
  Þ: 'TH',
  þ: 'th',
  ß: 's',
  '×': '×',
  '÷': '÷',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ĳ: 'IJ',
  ĳ: 'ij',
  ĸ: 'k',
  Ŀ: 'L',
  ŀ: 'l',
  Ł: 'L',
  ł: 'l',
  ŉ: 'n',
  Ŋ: 'N',
  ŋ: 'n',
  Œ: 'OE',
  œ: 'oe',
  Ŧ: 'T',
  ŧ: 't',
  ſ: 's',
  Ə: 'E',
  ǝ: 'e',
  ɑ: 'a',
  '€': 'E',
  '£': '',
};

/** Replaces accented Latin letters by plain ones (`São` is `Sao`, `ß` is `s`); other scripts stay. */
export function removeAccents(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFC').replace(LATIN, (letter) => LETTERS[letter] ?? letter.normalize('NFD').charAt(0));
}
