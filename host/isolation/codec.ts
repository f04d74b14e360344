/**
 * Values as text, for the way between the host and an isolated plugin. The text is JSON, in which an object with the
 * member `$` stands for a value that JSON does not have. Both sides use this module, and neither trusts the other: what
 * is written is bounded while it is written, and what is read is bounded before and while it is read.
 */

/** How deep values may be nested, and the most characters of an error's message and stack. */
const DEPTH = 64;
const MESSAGE = 2000;

/** The most characters of a value that may not be sent whole. */
export interface EncodeOptions {
  /** The most characters of the text. */
  readonly limit: number;
  /** Whether functions and symbols are left out, and not an error. */
  readonly skipFunctions?: boolean;
}

const cut = (text: unknown): string => {
  const whole = typeof text === 'string' ? text : '';
  return whole.length > MESSAGE ? `${whole.slice(0, MESSAGE)}…` : whole;
};

/** What can be told of a thrown value of any kind, without an error and in few characters. */
export function describeThrown(error: unknown): { name: string; message: string; stack?: string } {
  try {
    if (error instanceof Error) {
      const { name, message, stack } = error;
      return {
        name: cut(name) || 'Error',
        message: cut(message),
        ...(stack === undefined ? {} : { stack: cut(stack) }),
      };
    }
    return { name: 'Error', message: cut(typeof error === 'string' ? error : String(error)) };
  } catch {
    return { name: 'Error', message: 'a value that cannot be told was thrown' };
  }
}

class Writer {
  readonly #options: EncodeOptions;
  #left: number;

  constructor(options: EncodeOptions) {
    this.#options = options;
    this.#left = options.limit;
  }

  write(value: unknown, depth: number): string | undefined {
    switch (typeof value) {
      case 'string':
        this.#take(value.length);
        return JSON.stringify(value);
      case 'number':
        this.#take(8);
        if (!Number.isFinite(value)) return this.#tagged('number', String(value));
        return Object.is(value, -0) ? '-0' : String(value);
      case 'boolean':
        this.#take(5);
        return String(value);
      case 'undefined':
        this.#take(9);
        return '{"$":"undefined"}';
      case 'bigint':
        return this.#tagged('bigint', String(value));
      case 'object':
        return value === null ? 'null' : this.#object(value, depth);
      default:
        if (this.#options.skipFunctions) return undefined;
        throw new TypeError(
          'what crosses between the host and an isolated plugin must be data; functions do not cross',
        );
    }
  }

  #take(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0)
      throw new RangeError(`a message of an isolated plugin is larger than ${this.#options.limit} bytes`);
  }

  #tagged(tag: string, value: unknown, depth = 0): string {
    const text = this.write(value, depth);
    return `{"$":"${tag}","v":${text}}`;
  }

  #object(value: object, depth: number): string {
    if (depth >= DEPTH) throw new RangeError(`a message of an isolated plugin is nested deeper than ${DEPTH}`);
    this.#take(2);
    if (Array.isArray(value)) {
      const items: string[] = [];
      for (let at = 0; at < value.length; at++) items.push(this.write(value[at], depth + 1) ?? 'null');
      return `[${items.join(',')}]`;
    }
    if (value instanceof Date) return this.#tagged('date', value.getTime());
    if (value instanceof Map) return this.#tagged('map', [...value].flat(), depth);
    if (value instanceof Set) return this.#tagged('set', [...value], depth);
    if (value instanceof Error) return this.#tagged('error', describeThrown(value), depth);
    if (ArrayBuffer.isView(value)) return this.#bytes(value);
    const members: string[] = [];
    for (const key of Object.keys(value)) {
      if (key === '__proto__') continue;
      const member = (value as Record<string, unknown>)[key];
      const text = member === undefined ? undefined : this.write(member, depth + 1);
      if (text === undefined) continue;
      this.#take(key.length + 4);
      members.push(`${JSON.stringify(key)}:${text}`);
    }
    const text = `{${members.join(',')}}`;
    return Object.hasOwn(value, '$') ? `{"$":"object","v":${text}}` : text;
  }

  #bytes({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
    this.#take(byteLength * 1.4);
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    let binary = '';
    for (let at = 0; at < byteLength; at += 4096) binary += String.fromCharCode(...bytes.subarray(at, at + 4096));
    return `{"$":"bytes","v":"${btoa(binary)}"}`;
  }
}

/** Writes a value as text; throws a `RangeError` once the text is too long or nested too deeply. */
export const encode = (value: unknown, options: EncodeOptions): string => new Writer(options).write(value, 0)!;

/** Reads what `encode` has written; throws for any other text. The key `__proto__` is dropped. */
export const decode = (text: string): unknown => revive(JSON.parse(text), 0);

function revive(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // What an array or a map of the other side takes to be told adds a level here.
  if (depth > DEPTH * 2) throw new RangeError(`a message of an isolated plugin is nested deeper than ${DEPTH}`);
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = revive(value[at], depth + 1);
    return value;
  }
  return Object.hasOwn(value, '$') ? untagged(value as Tagged, depth) : reviveMembers(value, depth);
}

interface Tagged {
  readonly $: unknown;
  readonly v?: unknown;
}

function reviveMembers(value: object, depth: number): object {
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    if (key === '__proto__') Reflect.deleteProperty(members, key);
    else if (typeof members[key] === 'object') members[key] = revive(members[key], depth + 1);
  }
  return members;
}

function untagged({ $: tag, v }: Tagged, depth: number): unknown {
  const text = typeof v === 'string' ? v : '';
  const list = (): unknown[] => (Array.isArray(v) ? (revive(v, depth + 1) as unknown[]) : []);
  switch (tag) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(text);
    case 'bigint':
      return BigInt(/^-?\d{1,400}$/.test(text) ? text : 0);
    case 'date':
      return new Date(typeof v === 'number' ? v : Number.NaN);
    case 'bytes':
      return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    case 'set':
      return new Set(list());
    case 'map': {
      const flat = list();
      return new Map(Array.from({ length: flat.length >> 1 }, (_, at) => [flat[at * 2], flat[at * 2 + 1]]));
    }
    case 'error': {
      const { name, message, stack } = (typeof v === 'object' && v !== null ? v : {}) as Record<string, unknown>;
      return Object.assign(new Error(cut(message)), { name: cut(name), stack: cut(stack) });
    }
    case 'object':
      return typeof v === 'object' && v !== null && !Array.isArray(v) ? reviveMembers(v, depth + 1) : {};
    default:
      throw new TypeError('a message of an isolated plugin holds an unknown value');
  }
}
