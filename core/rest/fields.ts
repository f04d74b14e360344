import { getOrMake } from '../base/get-or-make.ts';

/**
 * Whether a list of names selects a field (4.3): listed itself, the parent of a listed one, or the
 * child of a listed one. Dots denote nesting.
 */
export const isFieldIncluded = (field: string, names: readonly string[]): boolean =>
  names.some((name) => name === field || name.startsWith(`${field}.`) || field.startsWith(`${name}.`));

/** Which fields of an item an answer is to hold; asked before any of them is worked out. */
export class FieldSelection {
  readonly #fields: readonly string[];
  readonly #answers = new Map<string, boolean>();
  readonly #isIncluded = (field: string) => isFieldIncluded(field, this.#fields);
  /** Whether the request narrowed the fields down. */
  readonly narrowed: boolean;

  constructor(fields: readonly string[], narrowed: boolean) {
    this.#fields = fields;
    this.narrowed = narrowed;
  }

  /** Whether a field, or a nested one such as `content.rendered`, is selected. */
  has(field: string): boolean {
    return getOrMake(this.#answers, field, this.#isIncluded);
  }

  /** Whether the links of an item are selected; embedded data is found by them. */
  get withLinks(): boolean {
    return this.has('_links') || this.has('_embedded');
  }

  /** The members of an item that are selected. */
  pick(item: object): Record<string, unknown> {
    return Object.fromEntries(Object.entries(item).filter(([name]) => this.has(name)));
  }
}
