import type { Arbitrary } from 'fast-check';
import { buildQuery, type EndpointArgument, parseQuery, validateValue } from '../../core/index.ts';
import { oddValues } from './broken.ts';
import type { FastCheck } from './fast-check.ts';
import { valuesOf } from './valid.ts';

/** Parameters by name. */
export type Input = Record<string, unknown>;

/** Arguments with their names. */
export type NamedArguments = readonly (readonly [name: string, argument: EndpointArgument])[];

/** Whether a method's parameters stand in the query. */
export const inQuery = (method: string): boolean => !['POST', 'PUT', 'PATCH'].includes(method);

/** A value as the route will see it: what stands in a query is text. */
const onTheWire = (method: string, value: unknown): unknown =>
  inQuery(method) ? parseQuery(buildQuery({ value })).value : value;

/** Null counts as not given. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const fits = (value: unknown, name: string, argument: EndpointArgument): boolean =>
  validateValue(value, argument, name) === undefined;

/** How many values are looked at to see whether an arbitrary makes enough that will do. */
const SAMPLE = 60;

/** Narrows an arbitrary to values that will do; undefined when it makes next to none. */
function narrowed(fc: FastCheck, from: Arbitrary<unknown>, test: (value: unknown) => boolean) {
  const passing = fc.sample(from, SAMPLE).filter(test).length;
  return passing >= SAMPLE / 10 ? from.filter(test) : undefined;
}

/** Makes input that the schemas of arguments allow. `given` holds values for arguments whose schema does not say all. */
export function validInput(
  fc: FastCheck,
  method: string,
  checked: NamedArguments,
  given: Readonly<Record<string, readonly unknown[]>>,
): Arbitrary<Input> {
  const members: Record<string, Arbitrary<unknown>> = {};
  const requiredKeys: string[] = [];
  for (const [name, argument] of checked) {
    const values = Object.hasOwn(given, name) ? fc.constantFrom(...given[name]!) : valuesOf(fc, argument);
    const wired = values.map((value) => onTheWire(method, value));
    const member = narrowed(fc, wired, (value) => isGiven(value) && fits(value, name, argument));
    if (member !== undefined) members[name] = member;
    if (argument.required !== true) continue;
    if (member === undefined) {
      throw new Error(
        `the schema of "${name}" gives no valid values; give some: { values: { ${JSON.stringify(name)}: [...] } }`,
      );
    }
    requiredKeys.push(name);
  }
  return fc.record(members, { requiredKeys, noNullPrototype: true });
}

/** Stands for a required argument that is not sent. */
const ABSENT = Symbol('absent');

/** Makes valid input but for one argument, which is broken; undefined for an argument that takes everything. */
export function brokenInput(
  fc: FastCheck,
  method: string,
  valid: Arbitrary<Input>,
  [name, argument]: NamedArguments[number],
): Arbitrary<Input> | undefined {
  const odd = oddValues(fc, argument).map((value) => onTheWire(method, value));
  const broken = narrowed(fc, odd, (value) => isGiven(value) && !fits(value, name, argument));
  const ways = [
    ...(broken === undefined ? [] : [broken]),
    ...(argument.required === true ? [fc.constant<unknown>(ABSENT)] : []),
  ];
  if (ways.length === 0) return undefined;
  return fc.tuple(valid, fc.oneof(...ways)).map(([{ [name]: _, ...others }, value]) => {
    return value === ABSENT ? others : { ...others, [name]: value };
  });
}
