import type { Arbitrary } from 'fast-check';
import type { ArgumentSchema } from '../../core/index.ts';
import { compileSchema, type SchemaType } from '../../core/schema/index.ts';
import type { FastCheck } from './fast-check.ts';

/** The largest number for a schema without a bound. */
const UNBOUNDED = 1_000_000;

/** Characters, of one code point each, that careless code fails on. */
const HOSTILE = [...'\u0000\t\n"\'<>&%\\/;[]{}$éßİ中😀\u0301\u200d\u202e\ufeff\uffff'];

/** Makes an arbitrary of values that a schema describes; the caller filters out the few that the schema refuses. */
export function valuesOf(fc: FastCheck, schema: ArgumentSchema): Arbitrary<unknown> {
  if (schema.enum !== undefined && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) {
    const typed = alternatives.map((part) => (part.type === undefined ? { ...part, type: schema.type } : part));
    return fc.oneof(...typed.map((part) => valuesOf(fc, part as ArgumentSchema)));
  }
  const types = typeof schema.type === 'object' ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => ofType(fc, schema, type)));
}

function ofType(fc: FastCheck, schema: ArgumentSchema, type: SchemaType | undefined): Arbitrary<unknown> {
  switch (type) {
    case 'integer':
    case 'number':
      return numbers(fc, schema, type);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return texts(fc, schema);
    case 'array':
      return lists(fc, schema);
    case 'object':
      return maps(fc, schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function numbers(fc: FastCheck, schema: ArgumentSchema, type: 'integer' | 'number'): Arbitrary<number> {
  const { minimum, maximum, multipleOf } = schema;
  const lowest = minimum ?? Math.min(-UNBOUNDED, (maximum ?? 0) - UNBOUNDED);
  const highest = maximum ?? Math.max(UNBOUNDED, (minimum ?? 0) + UNBOUNDED);
  if (type === 'number' && multipleOf === undefined) {
    return fc.double({ min: lowest, max: highest, noNaN: true, noDefaultInfinity: true });
  }
  const step = multipleOf ?? 1;
  const [first, last] = [Math.ceil(lowest / step), Math.floor(highest / step)];
  return fc.integer({ min: first, max: Math.max(first, last) }).map((count) => count * step);
}

function texts(fc: FastCheck, { format, pattern, minLength = 0, maxLength }: ArgumentSchema): Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  switch (format) {
    case 'date-time':
      return fc
        .date({ min: new Date('1970-01-02'), max: new Date('2037-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().replace(/\.\d+Z$/, 'Z'));
    case 'email':
      return fc.emailAddress();
    case 'ip':
      return fc.oneof(fc.ipV4(), fc.ipV6());
    case 'uri':
      return fc.webUrl();
    case 'uuid':
      return fc.uuid();
    case 'hex-color':
      return fc.stringMatching(/^#[0-9a-f]{6}$/);
    default: {
      const lengths = { minLength, maxLength: maxLength ?? minLength + 40 };
      return fc.oneof(
        fc.string({ unit: 'grapheme-ascii', ...lengths }),
        fc.string({ unit: fc.constantFrom(...HOSTILE), ...lengths }),
      );
    }
  }
}

function lists(fc: FastCheck, schema: ArgumentSchema): Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = minItems + 5, uniqueItems = false } = schema;
  const lengths = { minLength: minItems, maxLength: maxItems };
  const item = validOf(fc, items);
  return uniqueItems ? fc.uniqueArray(item, { ...lengths, selector: String }) : fc.array(item, lengths);
}

function maps(fc: FastCheck, schema: ArgumentSchema): Arbitrary<Record<string, unknown>> {
  const { properties = {}, required } = schema;
  const named = Object.entries(properties);
  const requiredKeys = named
    .filter(([name, property]) => property.required === true || (Array.isArray(required) && required.includes(name)))
    .map(([name]) => name);
  return fc.record(Object.fromEntries(named.map(([name, property]) => [name, validOf(fc, property)])), {
    requiredKeys,
    noNullPrototype: true,
  });
}

const validOf = (fc: FastCheck, schema: ArgumentSchema): Arbitrary<unknown> =>
  valuesOf(fc, schema).filter((value) => compileSchema(schema).validate(value, 'value') === undefined);
