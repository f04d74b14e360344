/** What each smiley becomes: a character, or the name of a picture. */
export const SMILIES: Readonly<Record<string, string>> = {
  ':mrgreen:': 'mrgreen.png',
  ':neutral:': '😐',
  ':twisted:': '😈',
  ':arrow:': '➡',
  ':shock:': '😯',
  ':smile:': '🙂',
  ':???:': '😕',
  ':cool:': '😎',
  ':evil:': '👿',
  ':grin:': '😀',
  ':idea:': '💡',
  ':oops:': '😳',
  ':razz:': '😛',
  ':roll:': '🙄',
  ':wink:': '😉',
  ':cry:': '😥',
  ':eek:': '😮',
  ':lol:': '😆',
  ':mad:': '😡',
  ':sad:': '🙁',
  '8-)': '😎',
  '8-O': '😯',
  ':-(': '🙁',
  ':-)': '🙂',
  ':-?': '😕',
  ':-D': '😀',
  ':-P': '😛',
  ':-o': '😮',
  ':-x': '😡',
  ':-|': '😐',
  ';-)': '😉',
  '8O': '😯',
  ':(': '🙁',
  ':)': '🙂',
  ':?': '😕',
  ':D': '😀',
  ':P': '😛',
  ':o': '😮',
  ':x': '😡',
  ':|': '😐',
  ';)': '😉',
  ':!:': '❗',
  ':?:': '❓',
};

/** A text cut before and behind each tag that ends in its line. */
function* piecesOf(text: string): Generator<string> {
  let [at, end, line] = [0, 0, 0];
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start)) {
    if (end <= start) end = text.indexOf('>', start);
    if (line <= start) line = text.indexOf('\n', start);
    if (end < 0) break;
    if (line >= 0 && line < end) {
      start = line;
      continue;
    }
    yield text.slice(at, start);
    yield text.slice(start, end + 1);
    start = end;
    at = end + 1;
  }
  yield text.slice(at);
}

/** Elements whose text stays as it is written. */
const VERBATIM = /^<(code|pre|style|script|textarea)[^>]*>/;

/**
 * Makes the function that puts what `show` makes of each smiley in its place. A smiley stands between white space, and
 * not in code. Takes time linear in the length of the text.
 */
export function smileyConverter(
  smilies: readonly string[],
  show: (smiley: string) => string,
): (text: string) => string {
  if (smilies.length === 0) return (text) => text;
  const names = [...smilies].sort((one, two) => two.length - one.length);
  const any = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const space = '[\\r\\n\\t \\u00a0]|&nbsp;';
  const pattern = new RegExp(`(?<=${space}|^)(?:${any})(?=${space}|$)`, 'gm');
  const anywhere = new RegExp(any);
  return (text) => {
    if (!anywhere.test(text)) return text;
    let verbatim = '';
    let converted = '';
    for (const piece of piecesOf(text)) {
      if (verbatim === '') verbatim = VERBATIM.exec(piece)?.[1] ?? '';
      converted += verbatim === '' && !piece.startsWith('<') ? piece.replace(pattern, show) : piece;
      if (piece === `</${verbatim}>`) verbatim = '';
    }
    return converted;
  };
}
