import { curlDoubleQuotes, curlSingleQuotes } from './quotes.ts';

/** Elements whose text stays as it was typed. */
const LITERAL_ELEMENTS: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt']);
/** Shortcodes whose text stays as it was typed. */
const LITERAL_SHORTCODES: ReadonlySet<string> = new Set(['code']);

const COMMENT_OR_TAG = '<!(?=--)[\\s\\S]*?(?:-->|$)|<[^>]*>?';
const MARKUP = new RegExp(`(${COMMENT_OR_TAG})`);

const FIXED: ReadonlyMap<string, string> = new Map([
  ['...', '&#8230;'],
  ['``', '&#8220;'],
  ["''", '&#8221;'],
  [' (tm)', ' &#8482;'],
  ["'tain't", '&#8217;tain&#8217;t'],
  ...['twere', 'twas', 'tis', 'twill', 'til', 'bout', 'nuff', 'round', 'cause', 'em'].map(
    (word) => [`'${word}`, `&#8217;${word}`] as const,
  ),
]);

const SPACE = '[\\r\\n\\t \\u00a0]|&nbsp;';
const SPACED_DOUBLE_HYPHEN = new RegExp(`(?<=^|${SPACE})--(?=$|${SPACE})`, 'g');
const SPACED_HYPHEN = new RegExp(`(?<=^|${SPACE})-(?=$|${SPACE})`, 'g');
/** Two numbers with an x between them; hexadecimal ones are none, and no dimension has forty digits. */
const DIMENSIONS = /\b(0[\d.,]{1,40}|[1-9][\d.,]{0,40})x(\d[\d.,]{0,40})\b/g;
/** What every text holds that {@link texturizeText} changes, beside dimensions; most texts have none of it. */
const TYPED = ["'", '"', '`', '&', '-', '...', ' (tm)'] as const;
const DIMENSION = /[\d.,]x\d/;
const LONE_AMPERSAND = /&(?!#(?:\d+|x[a-f0-9]+);|[a-z1-4]{1,8};)/gi;

/**
 * Sets a text as a typographer would: curly quotes, dashes, ellipses, primes, the sign of multiplication. Tags,
 * comments, literal elements (`pre`, `code`, …) and the tags of the shortcodes named in `shortcodes` stay.
 */
export function texturize(text: string, shortcodes: Iterable<string> = []): string {
  if (!isTyped(text)) return text;
  const names = [...shortcodes].filter((name) => text.includes(`[${name}`) || text.includes(`[/${name}`));
  const elements = new LiteralStack(LITERAL_ELEMENTS);
  const enclosing = new LiteralStack(LITERAL_SHORTCODES);
  return splitMarkup(text, names)
    .map((piece, index) => {
      const isMarkup = index % 2 === 1;
      if (isMarkup && piece.startsWith('<!--')) return piece;
      if (isMarkup && piece.startsWith('<')) {
        elements.pass(piece);
        return piece.replace(LONE_AMPERSAND, '&#038;');
      }
      if (isMarkup) {
        const escaped = piece.startsWith('[[') || piece.endsWith(']]');
        if (!escaped) enclosing.pass(piece);
        return piece;
      }
      return elements.isOpen() || enclosing.isOpen() || piece.trim() === '' ? piece : texturizeText(piece);
    })
    .join('');
}

/** Whether a text holds anything that is set otherwise. To look for fixed texts is faster than an expression of them all. */
const isTyped = (text: string): boolean => TYPED.some((typed) => text.includes(typed)) || DIMENSION.test(text);

/** Cuts a text into pieces: what is text at even places, tags, comments and shortcodes at odd ones. */
function splitMarkup(text: string, shortcodes: string[]): string[] {
  if (shortcodes.length === 0) return text.split(MARKUP);
  const names = shortcodes.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const shortcode = `\\[[/[]?(?:${names})(?=[\\s\\]/])[^[\\]<>]*(?:<[^[\\]>]*>[^[\\]<>]*)*\\]\\]?`;
  return text.split(new RegExp(`(${COMMENT_OR_TAG}|${shortcode})`));
}

function texturizeText(text: string): string {
  if (!isTyped(text)) return text;
  return curlDoubleQuotes(curlSingleQuotes(replaceFixed(text)))
    .replaceAll('---', '&#8212;')
    .replace(SPACED_DOUBLE_HYPHEN, '&#8212;')
    .replace(/(?<!xn)--/g, '&#8211;')
    .replace(SPACED_HYPHEN, '&#8211;')
    .replace(DIMENSIONS, '$1&#215;$2')
    .replace(LONE_AMPERSAND, '&#038;');
}

function replaceFixed(text: string): string {
  let replaced = text;
  for (const [typed, set] of FIXED) replaced = replaced.replaceAll(typed, set);
  return replaced;
}

/** The literal elements or shortcodes that are open at a place of the text. */
class LiteralStack {
  readonly #names: ReadonlySet<string>;
  readonly #open: string[] = [];

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Tracks a tag: one of a literal name opens it, and closes it when it is the innermost. */
  pass(tag: string): void {
    const [, slash, name = ''] = /^.(\/?)([\w-]*)/.exec(tag) ?? [];
    if (!this.#names.has(name)) return;
    if (slash === '') this.#open.push(name);
    else if (this.#open.at(-1) === name) this.#open.pop();
  }
}
