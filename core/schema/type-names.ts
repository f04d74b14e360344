import { closest } from '../base/closest.ts';
import { isMap } from './container.ts';
import type { SchemaType } from './schema.ts';

const TYPES: readonly SchemaType[] = ['array', 'object', 'null', 'integer', 'number', 'boolean', 'string'];

const PARTS = ['items', 'additionalProperties'];
const MAPS = new Set(['properties', 'patternProperties']);
const MANY = [...MAPS, 'anyOf', 'oneOf'];

/** A name of no type, and where in a schema it stands: `.items.properties.size`. */
interface Fault {
  readonly name: unknown;
  readonly place: string;
}

const beneath = (place: string, fault: Fault | undefined): Fault | undefined =>
  fault && { name: fault.name, place: `.${place}${fault.place}` };

/** The first name of no type. Places are put together where there is a fault alone: every schema of a host comes here. */
function faultOf(schema: unknown): Fault | undefined {
  if (!isMap(schema)) return undefined;
  const { type } = schema as { type?: unknown };
  for (const name of Array.isArray(type) ? type : [type]) {
    if (name !== undefined && !TYPES.includes(name)) return { name, place: '' };
  }
  for (const key of PARTS) {
    const fault = schema[key] === undefined ? undefined : beneath(key, faultOf(schema[key]));
    if (fault !== undefined) return fault;
  }
  for (const key of MANY) {
    const parts = schema[key];
    if (typeof parts !== 'object' || parts === null || Array.isArray(parts) === MAPS.has(key)) continue;
    for (const [name, part] of Object.entries(parts)) {
      const fault = beneath(`${key}.${name}`, faultOf(part));
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

/**
 * Throws a `TypeError` for a name of no type anywhere in a schema, which would accept everything (section 4.5). `place`
 * is what the message begins with; it goes on with the nearest type.
 */
export function checkTypeNames(schema: unknown, place: string): void {
  const fault = faultOf(schema);
  if (fault === undefined) return;
  const nearest = closest(String(fault.name), TYPES);
  const hint = nearest === undefined ? `the types are ${TYPES.join(', ')}` : `did you mean "${nearest}"?`;
  throw new TypeError(`${place}${fault.place}: there is no type ${JSON.stringify(fault.name)}; ${hint}`);
}
