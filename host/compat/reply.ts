import { keysOf, valueAt } from '../bisect/answer.ts';

/** Thrown for an answer that is not as a client expects. */
export class Unmet extends Error {
  override readonly name = 'Unmet';
  readonly request: string;
  readonly expected: string;
  readonly got: string;

  constructor(request: string, expected: string, got: unknown) {
    super(`${request}: expected ${expected}`);
    this.request = request;
    this.expected = expected;
    this.got = shown(got);
  }
}

const shown = (value: unknown): string => {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
};

/** The kinds of values that a client may expect, by their description. */
const KINDS = {
  'a text': (value: unknown) => typeof value === 'string',
  'a whole number': (value: unknown) => Number.isInteger(value),
  'a list': (value: unknown) => Array.isArray(value),
  'a map': (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'something else than null': (value: unknown) => value !== null && value !== undefined,
  true: (value: unknown) => value === true,
} satisfies Record<string, (value: unknown) => boolean>;

/** An answer with assertions of what a client expects; each throws `Unmet`. */
export class Reply {
  readonly request: string;
  readonly code: number;
  readonly text: string;
  readonly json: unknown;
  readonly #headers: ReadonlyMap<string, string>;

  constructor(request: string, code: number, headers: Readonly<Record<string, string>>, text: string) {
    this.request = request;
    this.code = code;
    this.text = text;
    this.json = parsed(text);
    this.#headers = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** Expects one of these statuses. */
  status(...expected: readonly number[]): this {
    if (expected.includes(this.code)) return this;
    throw new Unmet(this.request, `the status ${expected.join(' or ')}`, this.#outcome());
  }

  /** Expects a header that matches a pattern; returns the first group of the pattern, or the whole match. */
  header(name: string, pattern = /^.*$/s, like = ''): string {
    const value = this.#headers.get(name.toLowerCase());
    const found = value === undefined ? null : pattern.exec(value);
    if (found === null) throw new Unmet(this.request, `the header ${name}${like === '' ? '' : `, ${like}`}`, value);
    return found[1] ?? found[0];
  }

  /** Expects a kind of value at a path of the body, and returns it; `$` is the whole body. */
  body(path: string, kind: keyof typeof KINDS): unknown {
    const value = this.at(path);
    if (!KINDS[kind](value))
      throw new Unmet(this.request, `${path === '$' ? 'a body that is' : `${path} to be`} ${kind}`, value);
    return value;
  }

  /** Expects a value at a path of the body. */
  value(path: string, expected: unknown): this {
    const value = this.at(path);
    if (JSON.stringify(value) === JSON.stringify(expected)) return this;
    throw new Unmet(this.request, `${path} to be ${JSON.stringify(expected)}`, value);
  }

  /** Expects any other condition. */
  must(holds: boolean, expected: string, got: unknown): this {
    if (holds) return this;
    throw new Unmet(this.request, expected, got);
  }

  /** The value at a path of the body; undefined if there is none. */
  at(path: string): unknown {
    return keysOf(path).length === 0 ? this.json : valueAt(this.json, path);
  }

  /** The status with the code of the error, if it is one. */
  #outcome(): string {
    const code = (this.json as { code?: unknown } | null | undefined)?.code;
    return typeof code === 'string' ? `${this.code} ${code}` : String(this.code);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
