import { noteForm, PhpValue } from './php-value.ts';
import { isSerialized, MAX_DEPTH, serialize } from './serialize.ts';

/** Thrown inside for anything that is no serialized data. */
class BrokenData extends Error {}

/** Reads the bytes of serialized data. Objects stay as they are written; broken text is refused. */
class Reader {
  readonly #bytes: Buffer;
  #position = 0;
  /** Whether a part of the data is another part of it, which is told by its number among all. */
  #refers = false;

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
  }

  /** Reads the one value that is the whole text. */
  whole(): unknown {
    const value = this.#value(0);
    if (this.#position !== this.#bytes.length) throw new BrokenData();
    return this.#refers ? new PhpValue(this.#bytes.toString()) : value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new BrokenData();
    const start = this.#position;
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
      case 'r':
      case 'R':
        this.#matching(/^\d+$/);
        this.#refers = true;
        return null;
      case 'E':
        this.#text();
        return this.#written(start);
      case 'O':
        this.#name();
        this.#entries(depth);
        return this.#written(start);
      case 'C':
        this.#name();
        this.#custom();
        return this.#written(start);
      default:
        throw new BrokenData();
    }
  }

  /** What has been read from a place on, as it is written. */
  #written(start: number): PhpValue {
    return new PhpValue(this.#bytes.toString('utf8', start, this.#position));
  }

  #text(): string {
    const text = this.#quoted('"', '"');
    this.#expect(';');
    return text;
  }

  /** The name of a class. */
  #name(): void {
    this.#quoted('"', '"');
    this.#expect(':');
  }

  /** What a class has written of an object in a form of its own. */
  #custom(): void {
    this.#quoted('{', '}');
  }

  /** A text behind its length. */
  #quoted(open: string, close: string): string {
    const length = this.#count();
    this.#expect(open);
    const end = this.#position + length;
    if (end > this.#bytes.length) throw new BrokenData();
    const text = this.#bytes.toString('utf8', this.#position, end);
    this.#position = end;
    this.#expect(close);
    return text;
  }

  #array(depth: number): unknown {
    return toListOrMap(this.#entries(depth));
  }

  #entries(depth: number): Entry[] {
    const count = this.#count();
    this.#expect('{');
    const entries: Entry[] = [];
    for (let index = 0; index < count; index++) {
      const keyStart = this.#position;
      const key = this.#value(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number') throw new BrokenData();
      const start = this.#position;
      // A number may be greater than those that are exact here.
      const isExact = typeof key === 'string' || Number.isSafeInteger(key);
      const name = isExact ? String(key) : this.#bytes.toString('latin1', keyStart + 2, start - 1);
      const value = this.#value(depth + 1);
      const serialized = typeof value === 'number' ? this.#bytes.toString('latin1', start, this.#position) : undefined;
      entries.push({ key: name, value, serialized });
    }
    this.#expect('}');
    return entries;
  }

  #count(): number {
    return Number(this.#matching(/^\d{1,9}$/, /:/));
  }

  #matching(form: RegExp, end = /;/): string {
    const text = this.#until(end);
    if (!form.test(text)) throw new BrokenData();
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
    throw new BrokenData();
  }

  #expect(text: string): void {
    if (this.#bytes.toString('latin1', this.#position, this.#position + text.length) !== text) throw new BrokenData();
    this.#position += text.length;
  }
}

/** An entry of an array; numbers with their serialized form. */
interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly serialized: string | undefined;
}

const toFloat = (text: string): number =>
  text === 'INF' ? Infinity : text === '-INF' ? -Infinity : text === 'NAN' ? Number.NaN : Number(text);

/** Keys 0, 1, 2, … make a list; any others a map without a prototype. What these do not tell is noted. */
function toListOrMap(entries: readonly Entry[]): unknown {
  const isList = entries.every(({ key }, index) => key === String(index));
  const array = isList ? entries.map(({ value }) => value) : toMap(entries);
  const numbers = entries.filter(
    ({ value, serialized }) => serialized !== undefined && serialize(value) !== serialized,
  );
  const isOrdered = isList || Object.keys(array).every((key, index) => key === entries[index]!.key);
  if (numbers.length > 0 || !isOrdered) {
    noteForm(array, {
      keys: entries.map(({ key }) => key),
      numbers: new Map(numbers.map(({ key, value, serialized = '' }) => [key, { value: value as number, serialized }])),
    });
  }
  return array;
}

function toMap(entries: readonly Entry[]): Record<string, unknown> {
  const map: Record<string, unknown> = Object.create(null);
  for (const { key, value } of entries) map[key] = value;
  return map;
}

/**
 * Reads the text of a column: serialized plain data becomes lists, maps (without a prototype) and scalars, any
 * other text stays as it is, numbers among them, and broken data. An object of PHP in it is a `PhpValue`, and all of it is
 * where it has references.
 */
export function maybeUnserialize(stored: string): unknown {
  if (!isSerialized(stored)) return stored;
  try {
    return new Reader(stored.trim()).whole();
  } catch (error) {
    if (error instanceof BrokenData) return stored;
    throw error;
  }
}
