/** Thrown when a step needs a value that no earlier step gave. */
export class UnresolvedError extends Error {
  override readonly name = 'UnresolvedError';
}

const WHOLE = /^\{\{([\w.-]+)\}\}$/;
const ANY = /\{\{([\w.-]+)\}\}/g;
const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The values that a scenario's texts refer to: captured ones, the base address, the base of link relations. */
export class Variables {
  readonly #values: Map<string, unknown>;
  readonly #places: Readonly<Record<string, string>>;

  constructor(base: string, linkRelation: string, values: Readonly<Record<string, unknown>>) {
    this.#places = { '{base}': base, '{api_link_relation}': linkRelation };
    this.#values = new Map(Object.entries(values));
  }

  /** Gives a name a value, or with undefined takes it away. */
  set(name: string, value: unknown): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  /** Fills `{{name}}` and the places in a value; a text that is nothing but `{{name}}` takes the value with its type. */
  fill(value: unknown): unknown {
    if (typeof value === 'string') {
      const whole = WHOLE.exec(value);
      return whole === null ? this.text(value) : this.#lookup(whole[1]!);
    }
    if (Array.isArray(value)) return value.map((member) => this.fill(member));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.text(key), this.fill(member)]));
  }

  /** Fills a text. */
  text(template: string): string {
    return this.#substitute(template, (text) => text);
  }

  /** Makes an expression of a pattern whose filled-in values stand for themselves. */
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
