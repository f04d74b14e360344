import { closest } from '../closest.ts';
import { isMap } from './container.ts';
import type { SchemaType } from './schema.ts';

const TYPES: readonly SchemaType[] = ['array', 'object', 'null', 'integer', 'number', 'boolean', 'string'];

const MAPS = ['properties', 'patternProperties'] as const;
const PARTS = ['items', 'additionalProperties'] as const;
const LISTS = ['anyOf', 'oneOf'] as const;

/** The schemas within a schema, by their place in it. */
function* within(schema: Readonly<Record<string, unknown>>): Generator<[place: string, schema: unknown]> {
  for (const key of PARTS) yield [key, schema[key]];
  for (const key of MAPS) {
    const map = schema[key];
    if (isMap(map)) for (const [name, part] of Object.entries(map)) yield [`${key}.${name}`, part];
  }
  for (const key of LISTS) {
    const list = schema[key];
    if (Array.isArray(list)) for (const [at, part] of list.entries()) yield [`${key}.${at}`, part];
  }
}

/**
 * Throws a `TypeError` for a name of no type anywhere in a schema, which would accept everything (section 4.5). `place`
 * is what the message begins with; it goes on with the nearest type.
 */
export function checkTypeNames(schema: unknown, place: string): void {
  if (!isMap(schema)) return;
  const { type } = schema as { type?: unknown };
  for (const name of Array.isArray(type) ? type : [type]) {
    if (name === undefined || TYPES.includes(name)) continue;
    const nearest = closest(String(name), TYPES);
    const hint = nearest === undefined ? `the types are ${TYPES.join(', ')}` : `did you mean "${nearest}"?`;
    throw new TypeError(`${place}: there is no type ${JSON.stringify(name)}; ${hint}`);
  }
  for (const [key, part] of within(schema as Record<string, unknown>)) checkTypeNames(part, `${place}.${key}`);
}
