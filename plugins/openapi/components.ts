import type { JsonSchema } from './json-schema.ts';

/** Makes a type name of `post-revision` or `/cms/v2/posts/{id}`: `PostRevision`, `CmsV2PostsById`. */
export const pascalCase = (text: string): string =>
  text
    .replace(/\{(\w+)\}/g, '-by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

/** Names that mean something else in the types that are written of a document. */
const TAKEN = new Set(['Array', 'Operations', 'Record']);

/** The schemas that a document names, each once. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #written = new Map<string, string>();
  readonly #made = new Map<unknown, Map<string, JsonSchema>>();

  /** The reference that is made of a source for a use of it, made once. */
  once(source: unknown, use: string, make: () => JsonSchema): JsonSchema {
    const uses = this.#made.get(source) ?? new Map<string, JsonSchema>();
    this.#made.set(source, uses);
    const known = uses.get(use) ?? make();
    uses.set(use, known);
    return known;
  }

  /** Adds a schema and answers with the reference to it. Another schema of the same name gets a number appended. */
  add(preferred: string, schema: JsonSchema): JsonSchema {
    const base = /^\d|^$/.test(preferred)
      ? `Schema${preferred}`
      : TAKEN.has(preferred)
        ? `${preferred}Item`
        : preferred;
    const written = JSON.stringify(schema);
    let name = base;
    for (let number = 2; (this.#written.get(name) ?? written) !== written; number++) name = `${base}${number}`;
    this.#written.set(name, written);
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}
