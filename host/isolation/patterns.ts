/** What the quantifiers without a bound in a regular expression repeat: whether that may be a slash. */
type Repeated = { readonly isSlash: boolean };

interface Part {
  readonly repeated: Repeated[];
  readonly hasAlternatives: boolean;
  readonly isSlash: boolean;
  /** Where it ends. */
  readonly end: number;
}

const QUANTIFIER = /(?:([*+])|(\?)|\{(\d+)(?:(,)(\d+)?)?\})[?+]?/y;

/** The most times that a quantifier with a bound may repeat. */
const MOST_TIMES = 1000;

class Refused extends Error {}

const refuse = (why: string): never => {
  throw new Refused(why);
};

const classEnd = (source: string, start: number): number => {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at + 1;
  }
  return refuse('has a class without an end');
};

/** Reads alternatives up to the end of their group, or of the expression. */
function readGroup(source: string, start: number, isNested: boolean): Part {
  const repeated: Repeated[] = [];
  let hasAlternatives = false;
  let isSlash = false;
  let at = start;
  while (at < source.length && source[at] !== ')') {
    if (source[at] === '|') {
      hasAlternatives = true;
      at++;
      continue;
    }
    const part = readQuantified(source, at);
    repeated.push(...part.repeated);
    isSlash ||= part.isSlash;
    at = part.end;
  }
  if (isNested !== (source[at] === ')')) refuse('has a parenthesis without its other');
  return { repeated, hasAlternatives, isSlash, end: at + (isNested ? 1 : 0) };
}

function readAtom(source: string, at: number): Part {
  const single = (length: number, isSlash: boolean): Part => ({
    repeated: [],
    hasAlternatives: false,
    isSlash,
    end: at + length,
  });
  switch (source[at]) {
    case '(': {
      const [head] = /^\((?:\?(?::|P?<\w+>))?/.exec(source.slice(at, at + 80))!;
      if (source[at + head.length] === '?') refuse('looks ahead or behind');
      return readGroup(source, at + head.length, true);
    }
    case '[': {
      const end = classEnd(source, at);
      return single(end - at, new RegExp(source.slice(at, end), 'u').test('/'));
    }
    case '\\': {
      const next = source[at + 1] ?? '';
      if (/[1-9k]/.test(next)) refuse('refers to what it has found');
      const property = /^\\[pP]\{[^}]*\}/.exec(source.slice(at, at + 60));
      return single(property === null ? 2 : property[0].length, /[DWSP/]/.test(next));
    }
    default:
      return single(1, source[at] === '.' || source[at] === '/');
  }
}

function readQuantified(source: string, start: number): Part {
  const atom = readAtom(source, start);
  QUANTIFIER.lastIndex = atom.end;
  const found = QUANTIFIER.exec(source);
  if (found === null) return atom;
  const [text, many, optional, least, comma, most] = found;
  const end = atom.end + text.length;
  if (optional !== undefined) return { ...atom, end };
  const times = many !== undefined || (comma !== undefined && most === undefined) ? Infinity : Number(most ?? least);
  if (times <= 1) return { ...atom, end };
  if (atom.repeated.length > 0 || atom.hasAlternatives) refuse('repeats what repeats or has alternatives itself');
  return times > MOST_TIMES ? { ...atom, repeated: [{ isSlash: atom.isSlash }], end } : { ...atom, end };
}

/** The segments of a pattern of a path. */
function segmentsOf(pattern: string): string[] {
  const segments = [''];
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    const isEscaped = character === '\\';
    const end = character === '[' ? classEnd(pattern, at) : at + (isEscaped ? 2 : 1);
    const text = pattern.slice(at, end);
    if (text === '(') depth++;
    if (text === ')') depth--;
    if (text === '/' && depth === 0) segments.push('');
    else segments[segments.length - 1] += text;
    at = end - 1;
  }
  return segments;
}

const faultOf = (check: () => string | undefined): string | undefined => {
  try {
    return check();
  } catch (error) {
    return error instanceof Refused ? error.message : 'is no regular expression';
  }
};

/**
 * Why a pattern of a route's path may take longer than its path is long, or fit paths of others; undefined if it does
 * neither. Between two slashes one quantifier without a bound may be, and what it repeats is no slash but at the end.
 */
export const pathPatternFault = (pattern: string): string | undefined =>
  faultOf(() => {
    const segments = segmentsOf(pattern);
    for (const [at, segment] of segments.entries()) {
      const { repeated, hasAlternatives } = readGroup(segment, 0, false);
      if (hasAlternatives) return 'has alternatives outside of a group';
      if (repeated.length > 1) return 'repeats more than once between two slashes';
      if (at < segments.length - 1 && repeated.some(({ isSlash }) => isSlash)) return 'repeats slashes before its end';
    }
    return undefined;
  });

/** Why a pattern of a schema may take long on a text of a thousand characters; undefined if it does not. */
export const textPatternFault = (pattern: string): string | undefined =>
  faultOf(() => {
    const { repeated, hasAlternatives } = readGroup(pattern, 0, false);
    const isAnchored = pattern.startsWith('^') && !hasAlternatives;
    return repeated.length + (isAnchored ? 0 : 1) > 2 ? 'repeats too often' : undefined;
  });
