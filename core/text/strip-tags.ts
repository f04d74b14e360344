import { trimAscii } from './trim.ts';

/** Removes script and style elements with what is in them, then all tags, and trims. */
export function stripAllTags(text: string): string {
  return trimAscii(stripTags(withoutScripts(text)));
}

/** Removes script and style elements that are closed. The text after the last `>` can't hold any. */
function withoutScripts(whole: string): string {
  const text = whole.slice(0, whole.lastIndexOf('>') + 1);
  const open = /<(script|style)[^>]*>/gi;
  const closing = new Map([
    ['script', /<\/script>/gi],
    ['style', /<\/style>/gi],
  ]);
  let result = '';
  let from = 0;
  for (let start = open.exec(text); start !== null && closing.size > 0; start = open.exec(text)) {
    const name = start[1]!.toLowerCase();
    const close = closing.get(name);
    if (close === undefined) continue;
    close.lastIndex = open.lastIndex;
    if (close.exec(text) === null) {
      closing.delete(name);
    } else {
      result += text.slice(from, start.index);
      from = close.lastIndex;
      open.lastIndex = from;
    }
  }
  return result + whole.slice(from);
}

type Inside = 'text' | 'tag' | 'instruction' | 'declaration' | 'comment';

const DOCTYPE_START = '<!DOCTYP';
const XML_START = '<?xm';

/**
 * Removes tags, comments, declarations and processing instructions. A `<` before white space is text; quotes hide
 * a `>` inside a tag; what is not closed goes to the end.
 */
export function stripTags(text: string): string {
  if (!text.includes('<') && !text.includes('\0')) return text;
  let result = '';
  let inside: Inside = 'text';
  let quote = '';
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index);
    if (unit === '\0') continue;
    if (inside === 'text') {
      if (unit === '<' && !isBlank(text.charAt(index + 1))) inside = kindAt(text, index);
      else result += unit;
    } else if (unit === '>' && quote === '') {
      if (depth > 0) depth--;
      else if (closes(text, index, inside)) inside = 'text';
    } else if (unit === '<' && inside === 'tag' && quote === '' && !isBlank(text.charAt(index + 1))) {
      depth++;
    } else if ((unit === '"' || unit === "'") && inside !== 'comment') {
      if (quote === '') quote = unit;
      else if (quote === unit) quote = '';
    }
  }
  return result;
}

function isBlank(unit: string): boolean {
  return unit !== '' && ' \t\n\r\v\f'.includes(unit);
}

/** Tells what a `<` opens. Document types and XML declarations end like tags. */
function kindAt(text: string, index: number): Inside {
  if (text.startsWith('<!--', index)) return 'comment';
  const isTag =
    text.slice(index, index + XML_START.length).toLowerCase() === XML_START ||
    text.slice(index, index + DOCTYPE_START.length).toUpperCase() === DOCTYPE_START;
  if (isTag) return 'tag';
  if (text.startsWith('<!', index)) return 'declaration';
  return text.startsWith('<?', index) ? 'instruction' : 'tag';
}

/** Whether a `>` ends the markup around it: a comment needs `--` before it, an instruction `?`. */
function closes(text: string, index: number, inside: Inside): boolean {
  if (inside === 'comment') return text.startsWith('--', index - 2);
  return inside !== 'instruction' || text.charAt(index - 1) === '?';
}
