import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { both, either, not, type Truth } from './logic.ts';
import type { Token } from './tokens.ts';

/** What PHP works out when it runs. */
export const COMPUTED = Symbol('computed');

/** A literal of PHP, or one that is computed. */
export type Value = string | number | boolean | null | typeof COMPUTED;

/** What has been defined so far, and the file that is read. */
export interface Scope {
  readonly file: string;
  readonly constants: Map<string, Value>;
  readonly variables: Map<string, Value>;
}

/** Whether a value counts as true. */
export const truthOf = (value: Value): Truth =>
  value === COMPUTED ? undefined : !(value === '' || value === '0' || !value);

const fromTruth = (truth: Truth): Value => truth ?? COMPUTED;

/** A value as a text, as the sign `.` makes it. */
export function textOf(value: Value): string | undefined {
  if (value === COMPUTED) return undefined;
  if (value === true) return '1';
  return value === false || value === null ? '' : String(value);
}

const LITERALS: Readonly<Record<string, Value>> = {
  true: true,
  false: false,
  null: null,
  php_eol: '\n',
  directory_separator: '/',
};

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** Reads the tokens of a file from left to right, and the expressions in it that need no PHP. */
export class Expressions {
  at = 0;
  readonly tokens: readonly Token[];
  readonly #scope: Scope;

  constructor(tokens: readonly Token[], scope: Scope) {
    this.tokens = tokens;
    this.#scope = scope;
  }

  get isOver(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Whether a sign or a name stands here, any of those given. */
  is(...texts: readonly string[]): boolean {
    const token = this.tokens[this.at];
    if (token === undefined || (token.kind !== 'sign' && token.kind !== 'name')) return false;
    return texts.includes(token.text.toLowerCase());
  }

  /** Goes past a sign or a name, if it stands here. */
  take(...texts: readonly string[]): boolean {
    if (!this.is(...texts)) return false;
    this.at++;
    return true;
  }

  /** Goes on to one of these signs that belongs to no pair of brackets opened on the way, or to the end of such. */
  skipTo(...texts: readonly string[]): void {
    let depth = 0;
    for (; !this.isOver; this.at++) {
      const { kind, text } = this.tokens[this.at]!;
      if (kind !== 'sign') continue;
      if (depth === 0 && (texts.includes(text) || CLOSING.has(text))) return;
      if (OPENING.has(text)) depth++;
      else if (CLOSING.has(text)) depth--;
    }
  }

  /** An expression, up to a comma, a semicolon or the end of the brackets that it stands in. */
  expression(): Value {
    const value = this.#either();
    if (this.isOver || this.is(',', ';', ')', ']', '}')) return value;
    this.skipTo(',', ';');
    return COMPUTED;
  }

  /** A value, with its negations and what is joined to it by a sign that binds more closely than `and` and `or`. */
  operand(): Value {
    if (this.take('!')) return fromTruth(not(truthOf(this.operand())));
    const first = this.#primary();
    if (!this.is('.')) return first;
    let text = textOf(first);
    while (this.take('.')) {
      const next = textOf(this.#primary());
      text = text === undefined || next === undefined ? undefined : text + next;
    }
    return text ?? COMPUTED;
  }

  #either(): Value {
    let value = this.#both();
    while (this.take('||', 'or')) value = fromTruth(either(truthOf(value), truthOf(this.#both())));
    return value;
  }

  #both(): Value {
    let value = this.operand();
    while (this.take('&&', 'and')) value = fromTruth(both(truthOf(value), truthOf(this.operand())));
    return value;
  }

  #primary(): Value {
    const token = this.tokens[this.at];
    if (token === undefined || this.is(',', ';', ')')) return COMPUTED;
    this.at++;
    switch (token.kind) {
      case 'text':
        return token.text;
      case 'number':
        return Number(token.text.replaceAll('_', ''));
      case 'variable':
        return this.#scope.variables.get(token.text) ?? COMPUTED;
      case 'name':
        return this.is('(') ? this.#call(token.text.toLowerCase()) : this.#constant(token.text);
      default:
        if (token.text === '-') return this.#negative();
        if (token.text !== '(') return COMPUTED;
        return this.#inBrackets(() => this.expression());
    }
  }

  #negative(): Value {
    const value = this.#primary();
    return typeof value === 'number' ? -value : COMPUTED;
  }

  #constant(name: string): Value {
    const lower = name.toLowerCase();
    if (lower === '__file__') return this.#scope.file;
    if (lower === '__dir__') return dirname(this.#scope.file);
    return Object.hasOwn(LITERALS, lower) ? LITERALS[lower]! : (this.#scope.constants.get(name) ?? COMPUTED);
  }

  /** Reads what stands in brackets of which the first was taken. */
  #inBrackets<T>(read: () => T): T {
    const value = read();
    this.skipTo(')');
    this.at++;
    return value;
  }

  /** A call of one of the functions that say the same outside of PHP. */
  #call(name: string): Value {
    this.at++;
    return this.#inBrackets(() => {
      if (name === 'isset') return this.#isSet();
      const given = this.is(')') ? COMPUTED : this.expression();
      const [text, count] = [textOf(given), this.take(',') ? this.expression() : 1];
      if (text === undefined || typeof count !== 'number') return COMPUTED;
      if (name === 'dirname') {
        let folder = text;
        for (let times = 0; times < Math.min(count, 100); times++) folder = dirname(folder);
        return folder;
      }
      if (name === 'defined') return this.#isDefined(text);
      return ['file_exists', 'is_file', 'is_readable'].includes(name) ? existsSync(text) : COMPUTED;
    });
  }

  #isDefined(name: string): Value {
    const { constants } = this.#scope;
    return constants.get(name) === COMPUTED ? COMPUTED : constants.has(name);
  }

  #isSet(): Value {
    const token = this.tokens[this.at];
    if (token?.kind !== 'variable') return COMPUTED;
    this.at++;
    if (!this.is(')') || token.text.startsWith('_')) return COMPUTED;
    const value = this.#scope.variables.get(token.text);
    return value === COMPUTED ? COMPUTED : value !== undefined && value !== null;
  }
}
