import type { Arbitrary } from 'fast-check';
import type { EndpointArgument } from '../../core/index.ts';
import { buildQuery, parseQuery } from '../../core/rest/index.ts';
import { compileSchema } from '../../core/schema/index.ts';
import { oddValues } from './broken.ts';
import type { FastCheck } from './fast-check.ts';
import { valuesOf } from './valid.ts';

/** Parameters by name. */
export type Input = Record<string, unknown>;

/** Arguments with their names. */
export type NamedArguments = readonly (readonly [name: string, argument: EndpointArgument])[];

/** Whether the parameters of a method are sent in the query. */
export const inQuery = (method: string): boolean => !['POST', 'PUT', 'PATCH'].includes(method);

/** A value as the route gets it: a value in the query becomes text. */
const onTheWire = (method: string, value: unknown): unknown =>
  inQuery(method) ? parseQuery(buildQuery({ value })).value : value;

/** Whether a value is given; null is not. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const fits = (value: unknown, name: string, argument: EndpointArgument): boolean =>
  compileSchema(argument).validate(value, name) === undefined;

/** The number of sampled values that decide whether an arbitrary gives enough usable values. */
const SAMPLE = 60;

/** Filters an arbitrary by a test; undefined if too few values pass. */
function narrowed(fc: FastCheck, from: Arbitrary<unknown>, test: (value: unknown) => boolean) {
  const passing = fc.sample(from, SAMPLE).filter(test).length;
  return passing >= SAMPLE / 10 ? from.filter(test) : undefined;
}

/** Makes input that the schemas of arguments allow; `given` holds values of arguments whose schemas do not say everything. */
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

/** The value of a required argument that is not sent. */
const ABSENT = Symbol('absent');

/** Makes input with one invalid argument; undefined for an argument that allows every value. */
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
