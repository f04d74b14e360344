import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: a part of a document, read as it comes.
type Schema = any;

/** How deep values are nested. */
const DEPTH = 4;

/** Makes values that a schema of the document allows. Members that the schema does not restrict are short. */
export class Values {
  readonly #document: Schema;
  readonly #made = new Map<Schema, fc.Arbitrary<unknown>>();

  constructor(document: Schema) {
    this.#document = document;
  }

  of(schema: Schema): fc.Arbitrary<unknown> {
    let made = this.#made.get(schema);
    if (made === undefined) {
      made = this.#make(this.resolve(schema), DEPTH);
      this.#made.set(schema, made);
    }
    return made;
  }

  /** The schema that a reference names. */
  resolve(schema: Schema): Schema {
    if (schema?.$ref === undefined) return schema ?? {};
    return schema.$ref
      .split('/')
      .slice(1)
      .reduce((at: Schema, key: string) => at[key], this.#document);
  }

  #make(given: Schema, depth: number): fc.Arbitrary<unknown> {
    const { allOf = [], ...own } = this.resolve(given);
    const schema = Object.assign({}, own, ...allOf.map((part: Schema) => this.resolve(part)));
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const { oneOf, anyOf, ...rest } = schema;
    const alternatives = oneOf ?? anyOf;
    if (alternatives !== undefined) {
      const wholes = alternatives.map((part: Schema) => {
        const alternative = this.resolve(part);
        const properties = { ...rest.properties, ...alternative.properties };
        return this.#make({ ...rest, ...alternative, properties }, depth);
      });
      return fc.oneof(...wholes);
    }
    const types = [schema.type ?? ['string', 'integer', 'boolean', 'null']].flat();
    return fc.oneof(...types.map((type) => this.#ofType(type, schema, depth)));
  }

  #ofType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case 'integer':
      case 'number':
        return numbers(type, schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array': {
        const { minItems: minLength = 0, maxItems: maxLength = minLength + 3, items = {} } = schema;
        const item = depth > 0 ? this.#make(items, depth - 1) : fc.constant(1);
        const lengths = { minLength, maxLength: Math.min(maxLength, minLength + 3) };
        return schema.uniqueItems === true
          ? fc.uniqueArray(item, { ...lengths, selector: (value) => JSON.stringify(value) })
          : fc.array(item, lengths);
      }
      case 'object': {
        const properties = Object.entries<Schema>(schema.properties ?? {});
        const known = Object.fromEntries(properties.map(([name, part]) => [name, this.#make(part, depth - 1)]));
        return fc.record(known, { requiredKeys: schema.required ?? [] });
      }
      default:
        return texts(schema);
    }
  }
}

function numbers(type: string, schema: Schema): fc.Arbitrary<number> {
  const least = Math.ceil(schema.minimum ?? (schema.exclusiveMinimum === undefined ? -5 : schema.exclusiveMinimum + 1));
  const most = Math.floor(
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? least + 40 : schema.exclusiveMaximum - 1),
  );
  const whole = fc.integer({ min: least, max: Math.max(least, most) });
  return type === 'integer' ? whole : fc.oneof(whole, fc.double({ min: least, max: most, noNaN: true }));
}

const WORDS = fc.constantFrom(
  '',
  'hello',
  'a b',
  '<p>Hello</p>',
  'ünï',
  '[gallery]',
  "it's",
  '<!-- wp:search /-->',
  '0',
);

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.nat(99).map((number) => `someone${number}@example.org`),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uuid: fc.uuid(),
  'uri-reference': fc.constantFrom('', 'https://example.org/a?b=c', 'http://localhost/', '/here'),
};

function texts(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = minLength + 20, pattern, format } = schema;
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format];
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const any = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20), unit: 'grapheme' });
  return minLength > 0 ? any : fc.oneof(WORDS, any);
}
