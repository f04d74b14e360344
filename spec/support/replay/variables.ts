/** Thrown when a step uses a variable that no earlier step has set. */
export class UnresolvedError extends Error {
  override readonly name = 'UnresolvedError';
}

const WHOLE = /^\{\{([\w.-]+)\}\}$/;
const ANY = /\{\{([\w.-]+)\}\}/g;
const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The variables of a scenario: captured values, the base URL, and the base of link relations. */
export class Variables {
  readonly #values: Map<string, unknown>;
  readonly #places: Readonly<Record<string, string>>;

  constructor(base: string, linkRelation: string, values: Readonly<Record<string, unknown>>) {
    this.#places = { '{base}': base, '{api_link_relation}': linkRelation };
    this.#values = new Map(Object.entries(values));
  }

  /** Sets a variable, or deletes it with undefined. */
  set(name: string, value: unknown): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  /** Fills the variables `{{name}}` in a value; a text that is only `{{name}}` becomes the variable's value with its type. */
  fill(value: unknown): unknown {
    if (typeof value === 'string') {
      const whole = WHOLE.exec(value);
      return whole === null ? this.text(value) : this.#lookup(whole[1]!);
    }
    if (Array.isArray(value)) return value.map((member) => this.fill(member));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.text(key), this.fill(member)]));
  }

  /** Fills the variables in a text. */
  text(template: string): string {
    return this.#substitute(template, (text) => text);
  }

  /** Makes a regular expression of a pattern; the values of variables in it are matched literally. */
  regex(pattern: string): RegExp {
    return new RegExp(this.#substitute(pattern, escapeRegex), 's');
  }

  #substitute(template: string, write: (text: string) => string): string {
    let text = template.replace(ANY, (_, name: string) => write(String(this.#lookup(name))));
    for (const [place, value] of Object.entries(this.#places)) text = text.replaceAll(place, () => write(value));
    return text;
  }

  #lookup(name: string): unknown {
    if (this.#values.has(name)) return this.#values.get(name);
    throw new UnresolvedError(`{{${name}}} has no value: no earlier step gave it`);
  }
}
