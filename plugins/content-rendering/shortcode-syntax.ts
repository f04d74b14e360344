/** A shortcode found in a text: `[tag a="b"]`, `[tag /]` or `[tag]content[/tag]`. */
export interface ShortcodeMatch {
  tag: string;
  /** What stands between the tag's name and the bracket. */
  attributes: string;
  /** What it encloses; null when it encloses nothing. */
  content: string | null;
  /** Whether a second pair of brackets escapes it. */
  escaped: boolean;
  /** The places where it begins and ends, brackets of its own included. */
  start: number;
  end: number;
}

/** A shortcode's attributes: by name in lower case, and those without a name by their number from 0. */
export type ShortcodeAttributes = Readonly<Record<string, string>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters end a tag's name.
const TAG = /[^<>&/[\]\x00-\x20=]+/y;
const BRACKET_OR_TAG = /\[|<(?=[a-z/!?])/gi;
const ATTRIBUTE =
  /([\w-]+)\s*=\s*"([^"]*)"(?=\s|$)|([\w-]+)\s*=\s*'([^']*)'(?=\s|$)|([\w-]+)\s*=\s*([^\s'"]+)(?=\s|$)|"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|(\S+)/g;

/**
 * The shortcodes of a text, outermost ones only, and none that stands within an HTML tag or comment.
 * `isTag` says which names are shortcodes. Takes time linear in the length of the text.
 */
export function* findShortcodes(text: string, isTag: (name: string) => boolean): Generator<ShortcodeMatch> {
  if (!text.includes('[')) return;
  const lastTagEnd = text.lastIndexOf('>');
  const lastBracket = text.lastIndexOf(']');
  const neverClosed = new Set<string>();
  const places = new RegExp(BRACKET_OR_TAG);
  for (let place = places.exec(text); place && place.index < lastBracket; place = places.exec(text)) {
    const start = place.index;
    if (place[0] === '<') {
      if (start < lastTagEnd) places.lastIndex = endOfTag(text, start);
      continue;
    }
    TAG.lastIndex = start + 1;
    const tag = TAG.exec(text)?.[0] ?? '';
    if (!isTag(tag)) continue;
    const close = text.indexOf(']', start);
    const selfClosing = text[close - 1] === '/';
    const attributes = text.slice(start + 1 + tag.length, selfClosing ? close - 1 : close);
    let content: string | null = null;
    let end = close + 1;
    if (!selfClosing && !neverClosed.has(tag)) {
      const closing = text.indexOf(`[/${tag}]`, end);
      if (closing < 0) neverClosed.add(tag);
      else {
        content = text.slice(end, closing);
        end = closing + tag.length + 3;
      }
    }
    const escaped = text[start - 1] === '[' && text[end] === ']';
    places.lastIndex = escaped ? end + 1 : end;
    yield { tag, attributes, content, escaped, start, end };
  }
}

function endOfTag(text: string, start: number): number {
  const ending = text.startsWith('<!--', start) ? '-->' : '>';
  const end = text.indexOf(ending, start);
  return end < 0 ? text.length : end + ending.length;
}

/** Reads the attributes of a shortcode. Values that hold an unclosed HTML tag are emptied. */
export function parseShortcodeAttributes(text: string): ShortcodeAttributes {
  const attributes: Record<string, string> = Object.create(null);
  let unnamed = 0;
  for (const match of text.replace(/[\u00a0\u200b]/g, ' ').matchAll(ATTRIBUTE)) {
    const name = match[1] ?? match[3] ?? match[5];
    const value = match[2] ?? match[4] ?? match[6] ?? match[7] ?? match[8] ?? match[9] ?? '';
    attributes[name?.toLowerCase() ?? String(unnamed++)] = value.lastIndexOf('<') > value.lastIndexOf('>') ? '' : value;
  }
  return attributes;
}
