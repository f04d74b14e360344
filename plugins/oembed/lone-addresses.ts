const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
const PARAGRAPH = /^<p(?:\s[^>]*)?>$/i;
const SPACE = /\s/;

/** An address in a text that stands alone in its line or its paragraph. */
export interface LoneAddress {
  readonly written: string;
  readonly start: number;
}

/** The addresses that stand alone in a text, in time linear in its length. */
export function* loneAddresses(text: string): Generator<LoneAddress> {
  const isInTag = tagsOf(text);
  for (const { 0: written, index } of text.matchAll(ADDRESS)) {
    if (isAlone(text, index, index + written.length, isInTag)) yield { written, start: index };
  }
}

function isAlone(text: string, start: number, end: number, isInTag: (place: number) => boolean): boolean {
  let [before, after] = [start - 1, end];
  while (before >= 0 && text[before] !== '\n' && SPACE.test(text[before]!)) before--;
  while (after < text.length && text[after] !== '\n' && SPACE.test(text[after]!)) after++;
  const [beginsLine, endsLine] = [before < 0 || text[before] === '\n', after === text.length || text[after] === '\n'];
  if (beginsLine && endsLine) return !isInTag(start);
  while (before >= 0 && SPACE.test(text[before]!)) before--;
  while (after < text.length && SPACE.test(text[after]!)) after++;
  if (text[before] !== '>' || !/^<\/p>/i.test(text.slice(after, after + 4))) return false;
  return PARAGRAPH.test(text.slice(text.lastIndexOf('<', before), before + 1));
}

/** Makes a function that says of places in a text, one behind another, whether they are between the ends of a tag. */
function tagsOf(text: string): (place: number) => boolean {
  let [at, isOpen] = [0, false];
  return (place) => {
    for (; at < place; at++) {
      if (text[at] === '>') isOpen = false;
      else if (text[at] === '<') isOpen = /[a-z/!]/i.test(text.charAt(at + 1));
    }
    return isOpen;
  };
}
