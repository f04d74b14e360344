/** The text of markup: no tags, comments, scripts or styles; trimmed. A `<` before white space is text. */
export function stripAllTags(markup: string): string {
  return stripTags(stripElements(markup)).trim();
}

/** Removes scripts and styles with what they enclose; those that nothing closes stay. */
function stripElements(markup: string): string {
  const opening = /<(script|style)/gi;
  const unclosed = new Set<string>();
  let kept = '';
  let at = 0;
  for (let match = opening.exec(markup); match; match = opening.exec(markup)) {
    const name = match[1]!.toLowerCase();
    if (unclosed.has(name)) continue;
    const closing = new RegExp(`</${name}>`, 'gi');
    closing.lastIndex = markup.indexOf('>', opening.lastIndex);
    if (closing.lastIndex < 0 || !closing.test(markup)) {
      unclosed.add(name);
      continue;
    }
    kept += markup.slice(at, match.index);
    at = closing.lastIndex;
    opening.lastIndex = at;
  }
  return kept + markup.slice(at);
}

/** Removes tags and comments. An unclosed tag takes the rest of the text with it. */
function stripTags(markup: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = markup.indexOf('<', at);
    if (start < 0) return kept + markup.slice(at);
    if (/\s/.test(markup.charAt(start + 1))) {
      kept += markup.slice(at, start + 1);
      at = start + 1;
    } else {
      kept += markup.slice(at, start);
      at = markup.startsWith('<!--', start) ? endOfComment(markup, start) : endOfTag(markup, start);
    }
  }
}

function endOfComment(markup: string, start: number): number {
  const end = markup.indexOf('-->', start + 2);
  return end < 0 ? markup.length : end + 3;
}

/** The place after a tag; quotes hide a `>`, and a tag within a tag belongs to it. */
function endOfTag(markup: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < markup.length; at++) {
    const character = markup.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '<' && !/\s/.test(markup.charAt(at + 1))) depth++;
    else if (character === '>' && --depth === 0) return at + 1;
  }
  return markup.length;
}
