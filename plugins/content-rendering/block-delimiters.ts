/**
 * A comment that opens, closes or is a block: `<!-- wp:name {"json":1} -->`. It begins with the word that editors and
 * exports write, or with the neutral word of the interface, whatever the brand of the site is: a content may come from
 * elsewhere.
 */
export interface BlockDelimiter {
  type: 'opener' | 'closer' | 'void';
  /** The name with its namespace, which is `core/` when the comment names none. */
  name: string;
  /** The attributes; null when their JSON is no JSON, and on a closer. */
  attributes: Record<string, unknown> | null;
  /** The places in the text where the JSON begins and ends; equal when there is none. */
  json: readonly [start: number, end: number];
  start: number;
  end: number;
}

const HEADER = /<!--\s+(\/)?(?:wp|cms):([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+/g;
const ENDING = /(\/)?-->/y;
/** What ends attributes, wherever it stands: strings in well-made JSON hold no `--`. */
const JSON_ENDING = /}\s+(\/)?-->/g;

/** The delimiters of a text in their order, in time linear in its length. */
export function* blockDelimiters(text: string): Generator<BlockDelimiter> {
  const header = new RegExp(HEADER);
  let jsonEnding: RegExpExecArray | null | undefined;
  for (let match = header.exec(text); match; match = header.exec(text)) {
    const [opening, closes, namespace = 'core/', name] = match;
    const at = match.index + opening.length;
    let json: BlockDelimiter['json'] = [at, at];
    let ending: RegExpExecArray | null;
    if (text[at] === '{') {
      if (jsonEnding === undefined || (jsonEnding && jsonEnding.index <= at)) jsonEnding = find(JSON_ENDING, text, at);
      ending = jsonEnding;
      if (ending) json = [at, ending.index + 1];
    } else {
      ending = find(ENDING, text, at);
    }
    if (!ending) continue;
    const end = ending.index + ending[0].length;
    header.lastIndex = end;
    const type = ending[1] ? 'void' : closes ? 'closer' : 'opener';
    const attributes = type === 'closer' ? null : parseAttributes(text.slice(...json));
    yield { type, name: `${namespace}${name}`, attributes, json, start: match.index, end };
  }
}

function find(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

function parseAttributes(json: string): Record<string, unknown> | null {
  if (json === '') return {};
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Attributes as they stand in a delimiter: JSON without the characters that would end the comment. */
export function serializeAttributes(attributes: Record<string, unknown>): string {
  return JSON.stringify(attributes).replace(/--|[<>&]|\\./g, (found) => ESCAPES[found] ?? found);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '--': '\\u002d\\u002d',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\\"': '\\u0022',
};
