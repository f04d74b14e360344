import { portablePattern } from './portable-pattern.ts';

/** A variable part of a path, and the expression that its whole value must match, where one is known. */
export interface PathParameter {
  readonly name: string;
  readonly pattern: string | undefined;
}

/** One form of the paths that a route's pattern fits: `/cms/v2/posts/{id}`. */
export interface PathTemplate {
  readonly path: string;
  readonly parameters: readonly PathParameter[];
}

/** A fixed text, or an expression, of a named group or of none. */
type Piece = { readonly text: string } | { readonly source: string; readonly name?: string | undefined };
type Variant = readonly Piece[];

/** The most forms of one pattern; a group that would exceed it becomes one variable part. */
const MOST_VARIANTS = 16;

const GROUP = /\(\?P?<([A-Za-z_$][\w$]*)>|\(\?:|\(\?<?[=!]|\(/y;
const CLASS = /\[(?:\\.|[^\]\\])*\]|\\[dDwWsS]|\./y;
const LITERAL = /\\([^\w]|[tnrfv])|([^\\()[\]|*+?{}^$.])/y;
const QUANTIFIER = /[*+?]\??|\{\d+(?:,\d*)?\}\??/y;

/**
 * The templated paths of a route's pattern (4.1). Named groups become parameters; what may be left out, and what may be
 * one thing or another, makes a path of its own for each; other variable parts are parameters `part`, `part2`, ….
 */
export function pathTemplates(pattern: string): PathTemplate[] {
  const variants = new Reader(pattern).alternatives();
  const templates = variants.map(toTemplate);
  return templates.filter(({ path }, at) => templates.findIndex((other) => other.path === path) === at);
}

function toTemplate(variant: Variant): PathTemplate {
  const taken = new Set(variant.flatMap((piece) => ('name' in piece && piece.name ? [piece.name] : [])));
  const parameters: PathParameter[] = [];
  let path = '';
  for (const piece of joined(variant)) {
    if ('text' in piece) {
      path += encodeURI(piece.text);
      continue;
    }
    const name = piece.name ?? freeName(taken);
    parameters.push({ name, pattern: portablePattern(`^(?:${piece.source})$`) });
    path += `{${name}}`;
  }
  return { path: path.startsWith('/') ? path : `/${path}`, parameters };
}

function freeName(taken: Set<string>): string {
  let name = 'part';
  for (let number = 2; taken.has(name); number++) name = `part${number}`;
  taken.add(name);
  return name;
}

/** Makes one of nameless expressions that follow one another. */
function joined(variant: Variant): Piece[] {
  const pieces: Piece[] = [];
  for (const piece of variant) {
    const last = pieces.at(-1);
    const isNameless = (one: Piece | undefined) => one !== undefined && 'source' in one && one.name === undefined;
    if (isNameless(piece) && isNameless(last)) {
      pieces[pieces.length - 1] = {
        source: `${(last as { source: string }).source}${(piece as { source: string }).source}`,
      };
    } else pieces.push(piece);
  }
  return pieces;
}

/** Reads a regular expression as far as paths are written with it. */
class Reader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** All forms of the pattern from here to its end, or to the group's closing parenthesis. */
  alternatives(): Variant[] {
    const all: Variant[] = [];
    let variants: Variant[] = [[]];
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ')') {
      if (this.#pattern[this.#at] === '|') {
        this.#at++;
        all.push(...variants);
        variants = [[]];
      } else variants = this.#followedBy(variants);
    }
    return [...all, ...variants];
  }

  /** The forms so far, each with each form of the next part behind it. */
  #followedBy(variants: readonly Variant[]): Variant[] {
    const from = this.#at;
    const part = this.#part();
    const end = this.#at;
    const quantifier = this.#take(QUANTIFIER)?.[0];
    let forms = part;
    if (quantifier?.startsWith('?')) forms = [[], ...part];
    else if (quantifier !== undefined) forms = [[this.#repeated(part, from, end, quantifier)]];
    if (forms.length * variants.length > MOST_VARIANTS) {
      forms = [[{ source: this.#pattern.slice(from, this.#at) }]];
    }
    return variants.flatMap((variant) => forms.map((form) => [...variant, ...form]));
  }

  #repeated(part: readonly Variant[], from: number, end: number, quantifier: string): Piece {
    const only = part.length === 1 && part[0]!.length === 1 ? part[0]![0]! : undefined;
    const name = only !== undefined && 'name' in only ? only.name : undefined;
    return { source: `${this.#pattern.slice(from, end)}${quantifier}`, name };
  }

  /** A group, a class of characters, or one character. */
  #part(): Variant[] {
    const from = this.#at;
    const group = this.#take(GROUP);
    if (group !== undefined) {
      const inner = this.#at;
      const variants = this.alternatives();
      const source = this.#pattern.slice(inner, this.#at);
      this.#at++;
      if (/[=!]$/.test(group[0])) return [[]];
      return group[1] === undefined ? variants : [[{ name: group[1], source }]];
    }
    const literal = this.#take(LITERAL);
    if (literal !== undefined) return [[{ text: literal[1] ?? literal[2]! }]];
    if (this.#take(CLASS) === undefined) this.#at++;
    const source = this.#pattern.slice(from, this.#at);
    return source === '^' || source === '$' ? [[]] : [[{ source }]];
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#pattern);
    if (match !== null) this.#at = expression.lastIndex;
    return match ?? undefined;
  }
}
