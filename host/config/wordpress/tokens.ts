/** A piece of PHP: a name, a variable without its `$`, a number, a text, a sign, or what only PHP can work out. */
export interface Token {
  readonly kind: 'name' | 'variable' | 'number' | 'text' | 'sign' | 'computed';
  readonly text: string;
}

const UNKNOWN: Token = { kind: 'computed', text: '' };

/** What stands between pieces. */
const SPACE = /(?:\s+|\/\/(?:(?!\?>)[^\n])*|#(?!\[)(?:(?!\?>)[^\n])*|\/\*[\s\S]*?(?:\*\/|$))+/y;

const OPENING = /<\?(?:php\b|=)?/g;

/** What stands for a sign after a backslash in double quotes. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', e: '\x1b', f: '\f' };

const ESCAPED = /\\(?:([ntrvef\\$"])|([0-7]{1,3})|x([\da-fA-F]{1,2})|u\{([\da-fA-F]+)\})/g;

/** The text of a literal in double quotes; undefined for one with variables in it. */
function doubleQuoted(raw: string): string | undefined {
  if (/(?:^|[^\\])(?:\\\\)*(?:\$[A-Za-z_{]|\{\$)/.test(raw)) return undefined;
  return raw.replace(ESCAPED, (_, sign?: string, octal?: string, hex?: string, point?: string) => {
    if (sign !== undefined) return ESCAPES[sign] ?? sign;
    if (point !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff));
    return String.fromCharCode(Number.parseInt(octal ?? hex!, octal === undefined ? 16 : 8) & 0xff);
  });
}

/** The pieces, and what each stands for; the first that fits counts. */
const PIECES: readonly (readonly [RegExp, (found: readonly string[]) => Token])[] = [
  [/'((?:[^'\\]|\\[\s\S])*)'/y, ([, raw = '']) => ({ kind: 'text', text: raw.replace(/\\([\\'])/g, '$1') })],
  [
    /"((?:[^"\\]|\\[\s\S])*)"/y,
    ([, raw = '']) => {
      const text = doubleQuoted(raw);
      return text === undefined ? UNKNOWN : { kind: 'text', text };
    },
  ],
  [/<<<[ \t]*(["']?)([A-Za-z_]\w*)\1\r?\n[\s\S]*?^[ \t]*\2\b/my, () => UNKNOWN],
  [/`(?:[^`\\]|\\[\s\S])*`/y, () => UNKNOWN],
  [/\$([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)/y, ([, text = '']) => ({ kind: 'variable', text })],
  [
    /0[xX][\da-fA-F]+|0[bB][01]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?/y,
    ([text = '']) => ({ kind: 'number', text }),
  ],
  [/\\?[A-Za-z_\x80-\uffff][\w\x80-\uffff\\]*/y, ([text = '']) => ({ kind: 'name', text: text.replace(/^\\/, '') })],
  [/\|\||&&|===|!==|==|!=|=>|\.=|\?\?|->|::|[\s\S]/y, ([text = '']) => ({ kind: 'sign', text })],
];

/** Takes the PHP of a file apart; comments, and the text outside of PHP, are left out. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const piece = (): Token => {
    for (const [pattern, read] of PIECES) {
      const found = take(pattern);
      if (found !== null) return read(found);
    }
    throw new Error('the last of the patterns fits any sign');
  };
  while (take(OPENING) !== null) {
    while (at < source.length) {
      if (take(SPACE) !== null) continue;
      if (source.startsWith('?>', at)) break;
      tokens.push(piece());
    }
    // The end of PHP ends a statement.
    tokens.push({ kind: 'sign', text: ';' });
  }
  return tokens;
}
