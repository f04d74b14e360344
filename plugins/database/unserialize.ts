import { isSerialized, MAX_DEPTH } from './serialize.ts';

/** Thrown inside for anything that is not plain serialized data. */
class NotPlainData extends Error {}

/** Reads the bytes of serialized plain data. Objects, references and broken text are refused. */
class Reader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
  }

  /** Reads the one value that is the whole text. */
  whole(): unknown {
    const value = this.#value(0);
    if (this.#position !== this.#bytes.length) throw new NotPlainData();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new NotPlainData();
    const type = this.#until(/[;:]/);
    switch (type) {
      case 'N':
        return null;
      case 'b':
        return this.#matching(/^[01]$/) === '1';
      case 'i':
        return Number(this.#matching(/^[+-]?\d+$/));
      case 'd':
        return toFloat(this.#matching(/^(?:-?INF|NAN|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)$/));
      case 's':
        return this.#text();
      case 'a':
        return this.#array(depth);
      default:
        throw new NotPlainData();
    }
  }

  #text(): string {
    const length = this.#count();
    this.#expect('"');
    const end = this.#position + length;
    if (end > this.#bytes.length) throw new NotPlainData();
    const text = this.#bytes.toString('utf8', this.#position, end);
    this.#position = end;
    this.#expect('";');
    return text;
  }

  #array(depth: number): unknown {
    const count = this.#count();
    this.#expect('{');
    const entries = new Map<string | number, unknown>();
    for (let index = 0; index < count; index++) {
      const key = this.#value(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number') throw new NotPlainData();
      entries.set(key, this.#value(depth + 1));
    }
    this.#expect('}');
    return toListOrMap(entries);
  }

  #count(): number {
    return Number(this.#matching(/^\d{1,9}$/, /:/));
  }

  #matching(form: RegExp, end = /;/): string {
    const text = this.#until(end);
    if (!form.test(text)) throw new NotPlainData();
    return text;
  }

  /** The text up to the next byte of a kind; that byte is passed over. */
  #until(end: RegExp): string {
    const start = this.#position;
    // No number or type is longer than this, so a missing end does not scan the whole text.
    for (let index = start; index < Math.min(start + 64, this.#bytes.length); index++) {
      if (end.test(String.fromCharCode(this.#bytes[index]!))) {
        this.#position = index + 1;
        return this.#bytes.toString('latin1', start, index);
      }
    }
    throw new NotPlainData();
  }

  #expect(text: string): void {
    if (this.#bytes.toString('latin1', this.#position, this.#position + text.length) !== text) throw new NotPlainData();
    this.#position += text.length;
  }
}

const toFloat = (text: string): number =>
  text === 'INF' ? Infinity : text === '-INF' ? -Infinity : text === 'NAN' ? Number.NaN : Number(text);

/** Keys 0, 1, 2, … make a list; any others a map without a prototype. */
function toListOrMap(entries: Map<string | number, unknown>): unknown {
  let next = 0;
  for (const key of entries.keys()) if (key !== next++) return toMap(entries);
  return [...entries.values()];
}

function toMap(entries: Map<string | number, unknown>): Record<string, unknown> {
  const map: Record<string, unknown> = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}

/**
 * Reads the text of a column: serialized plain data becomes lists, maps (without a prototype) and scalars, any
 * other text stays as it is, numbers among them. A class instance, a reference and broken data stay raw text.
 */
export function maybeUnserialize(stored: string): unknown {
  if (!isSerialized(stored)) return stored;
  try {
    return new Reader(stored.trim()).whole();
  } catch (error) {
    if (error instanceof NotPlainData) return stored;
    throw error;
  }
}
