const SPACE = '[\\r\\n\\t \\u00a0]|&nbsp;';
/** What may follow a quote that closes: the end, closing punctuation, or white space. */
const AFTER_CLOSING = `(?=$|[.,:;!?)}\\-\\]]|&gt;|${SPACE})`;

/**
 * Stand-ins for quotes whose side is settled, until the rest of the text is read: noncharacters, which Unicode sets
 * aside for use within a program.
 */
const APOSTROPHE = '\ufdd0';
const OPENING = '\ufdd1';

const SINGLE = { opening: '&#8216;', closing: '&#8217;', prime: '&#8242;' } as const;
const DOUBLE = { opening: '&#8220;', closing: '&#8221;', prime: '&#8243;' } as const;

const ABBREVIATED_YEAR_QUOTED = new RegExp(`'(\\d\\d)(['"])${AFTER_CLOSING}`, 'g');
const ABBREVIATED_YEAR = /'(?=\d\d(?:$|(?![%\d]|[.,]\d)))/g;
const SINGLE_QUOTED_NUMBER = new RegExp(`(?<=^|${SPACE})'(\\d[.,\\d]*)'`, 'g');
const SINGLE_OPENING = new RegExp(`(?<=^|[([{"\\-]|&lt;|${SPACE})'`, 'g');
const INNER_APOSTROPHE = new RegExp(`(?<!${SPACE})'(?!$|[.,:;!?"'(){}[\\]\\-]|&[lg]t;|${SPACE})`, 'g');
const DOUBLE_QUOTED_NUMBER = new RegExp(`(?<=^|${SPACE})"(\\d[.,\\d]*)"`, 'g');
const DOUBLE_OPENING = new RegExp(`(?<=^|[([{\\-]|&lt;|${SPACE})"(?!${SPACE})`, 'g');

/** Makes the straight single quotes of a text curly: apostrophes, opening and closing quotes, and minutes. */
export function curlSingleQuotes(text: string): string {
  if (!text.includes("'")) return text;
  const marked = text
    .replace(ABBREVIATED_YEAR_QUOTED, (_, year: string, quote: string) => {
      return APOSTROPHE + year + (quote === "'" ? SINGLE.closing : DOUBLE.closing);
    })
    .replace(ABBREVIATED_YEAR, APOSTROPHE)
    .replace(SINGLE_QUOTED_NUMBER, `${OPENING}$1${SINGLE.closing}`)
    .replace(SINGLE_OPENING, OPENING)
    .replace(INNER_APOSTROPHE, APOSTROPHE);
  return closeQuotes(marked, "'", SINGLE).replaceAll(APOSTROPHE, SINGLE.closing);
}

/** Makes the straight double quotes of a text curly: opening and closing quotes, and inches. */
export function curlDoubleQuotes(text: string): string {
  if (!text.includes('"')) return text;
  const marked = text.replace(DOUBLE_QUOTED_NUMBER, `${OPENING}$1${DOUBLE.closing}`).replace(DOUBLE_OPENING, OPENING);
  return closeQuotes(marked, '"', DOUBLE);
}

/** Settles the quotes that do not open: each closes a quotation, or is the prime that follows a number. */
function closeQuotes(text: string, quote: '"' | "'", marks: typeof SINGLE | typeof DOUBLE): string {
  return text
    .split(OPENING)
    .map((part, index) => closePart(part, index > 0, quote, marks))
    .join(marks.opening);
}

/** Settles the quotes of what stands between one opening quote and the next. */
function closePart(part: string, opened: boolean, quote: '"' | "'", marks: typeof SINGLE | typeof DOUBLE): string {
  if (!part.includes(quote)) return part;
  const candidates = [...part.matchAll(new RegExp(quote + AFTER_CLOSING, 'g'))].map((match) => match.index);
  const followsDigit = (at: number) => /\d/.test(part.charAt(at - 1));
  let closing = candidates.filter((at) => !followsDigit(at));
  if (opened && closing.length === 0 && !part.includes(marks.closing)) {
    // Something has to close what was opened: the last candidate, rather one at the end of a sentence.
    closing = [candidates.findLast((at) => part.charAt(at + 1) === '.') ?? candidates.at(-1) ?? -1];
  }
  const closes = new Set(closing);
  return part.replaceAll(quote, (_, at: number) => {
    if (closes.has(at)) return marks.closing;
    if (followsDigit(at)) return marks.prime;
    return quote === '"' ? marks.closing : quote;
  });
}
