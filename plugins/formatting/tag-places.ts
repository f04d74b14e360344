/** The place of a tag. */
interface TagPlace {
  readonly start: number;
  readonly end: number;
  /** Where the white space behind it ends. */
  readonly afterSpace: number;
}

/**
 * The places of the tags of a text, in time linear in its length: each from a match of `opening` to the next match of
 * `closing`, of which tags that are opened within others take no notice.
 */
export function* placesOf(text: string, opening: RegExp, closing?: RegExp): Generator<TagPlace> {
  const openings = new RegExp(opening);
  const closings = closing && new RegExp(closing);
  for (let match = openings.exec(text); match; match = openings.exec(text)) {
    let end = openings.lastIndex;
    if (closings) {
      closings.lastIndex = end;
      if (!closings.test(text)) return;
      end = closings.lastIndex;
    }
    openings.lastIndex = end;
    yield { start: match.index, end, afterSpace: afterSpace(text, end) };
  }
}

function afterSpace(text: string, from: number): number {
  const space = /\s*/y;
  space.lastIndex = from;
  space.test(text);
  return space.lastIndex;
}

/** Tags between which white space makes no lines: what must be in a text for them to count, and where it goes. */
const TIGHT: readonly (readonly [
  within: RegExp,
  sides: 'before' | 'after' | 'both',
  opening: RegExp,
  closing?: RegExp,
])[] = [
  [/<option/, 'before', /<option/g],
  [/<option/, 'after', /<\/option>/g],
  [/<\/object>/, 'after', /<object/g, />/g],
  [/<\/object>/, 'before', /<\/object>/g],
  [/<\/object>/, 'both', /<\/?(?:param|embed)/g, />/g],
  [/<source|<track/, 'after', /[<[](?:audio|video)/g, /[>\]]/g],
  [/<source|<track/, 'before', /[<[]\/(?:audio|video)[>\]]/g],
  [/<source|<track/, 'both', /<(?:source|track)/g, />/g],
  [/<figcaption/, 'before', /<figcaption/g, />/g],
  [/<figcaption/, 'after', /<\/figcaption>/g],
];

/** Removes the white space around the tags in lists of choices, embedded objects, recordings and captions. */
export function tighten(text: string): string {
  let tight = text;
  for (const [within, sides, opening, closing] of TIGHT) {
    if (!within.test(tight)) continue;
    let made = '';
    let at = 0;
    for (const { start, end, afterSpace } of placesOf(tight, opening, closing)) {
      const piece = tight.slice(at, start);
      made += (sides === 'after' ? piece : piece.trimEnd()) + tight.slice(start, end);
      at = sides === 'before' ? end : afterSpace;
    }
    tight = made + tight.slice(at);
  }
  return tight;
}
