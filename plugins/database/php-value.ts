/**
 * A value of PHP that has no like here, an object or data with references, as it was serialized: written again it is the
 * same, byte by byte.
 */
export class PhpValue {
  /** The serialized value. */
  readonly serialized: string;

  constructor(serialized: string) {
    this.serialized = serialized;
  }

  toString(): string {
    return this.serialized;
  }

  toJSON(): string {
    return this.serialized;
  }
}

/** What of an array of PHP a list or map does not tell: the order of its keys, and numbers that read like others. */
export interface PhpForm {
  readonly keys: readonly string[];
  /** The serialized form of numbers, `d:3;`, and their values, by key. */
  readonly numbers: ReadonlyMap<string, { readonly value: number; readonly serialized: string }>;
}

const forms = new WeakMap<object, PhpForm>();

/** Notes how PHP wrote an array that was read. */
export const noteForm = (value: object, form: PhpForm): void => void forms.set(value, form);

/** How PHP wrote an array that was read; undefined where its value tells all, and for what was made here. */
export const formOf = (value: object): PhpForm | undefined => forms.get(value);
