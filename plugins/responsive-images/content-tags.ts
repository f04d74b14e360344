/** A tag of an image or a frame in a text. */
export interface ContentTag {
  readonly name: 'img' | 'iframe';
  /** The tag itself, from `<` to `>`. */
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

const OPENING = /<(img|iframe)\s/g;

/** Whether a text may have such tags; most have none. */
export const hasContentTags = (text: string): boolean => text.includes('<img') || text.includes('<iframe');

/** The tags of images and frames in a text, in time linear in its length. */
export function* contentTags(text: string): Generator<ContentTag> {
  const openings = new RegExp(OPENING);
  for (let match = openings.exec(text); match; match = openings.exec(text)) {
    const last = text.indexOf('>', openings.lastIndex);
    if (last < 0) return;
    const end = last + 1;
    openings.lastIndex = end;
    yield { name: match[1] as ContentTag['name'], tag: text.slice(match.index, end), start: match.index, end };
  }
}

/** A tag with attributes before its others; they are escaped already. */
export const withFirst = (tag: string, attributes: string): string =>
  tag.replace(/^<\w+/, (opening) => `${opening} ${attributes}`);

/** A tag with attributes behind its others, which then ends as an empty element; they are escaped already. */
export function withLast(tag: string, attributes: string): string {
  let end = tag.length - 1;
  while (tag[end - 1] === '/' || tag[end - 1] === ' ') end--;
  return `${tag.slice(0, end)} ${attributes} />`;
}
