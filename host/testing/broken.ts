import type { Arbitrary } from 'fast-check';
import type { ArgumentSchema } from '../../core/index.ts';
import type { FastCheck } from './fast-check.ts';

/** Values that few schemas allow. */
const ODD: readonly unknown[] = [
  'not what was asked for',
  '',
  '0x1A',
  '1e999',
  'NaN',
  '../../etc/passwd',
  "' OR 1=1 --",
  '\u0000',
  '2026-13-45T99:99:99',
  '%',
  -1,
  0.5,
  1e15,
  true,
  [],
  [[]],
  [null],
  ['not what was asked for'],
  {},
  { unexpected: 1 },
  { unexpected: { deeper: [1] } },
];

/** Makes an arbitrary of values that a schema probably refuses; the caller filters out those that it allows. */
export const oddValues = (fc: FastCheck, schema: ArgumentSchema): Arbitrary<unknown> =>
  fc.oneof(fc.constantFrom(...ODD, ...justOutside(schema)), fc.jsonValue({ maxDepth: 2 }));

/** Values just outside the limits of a schema, also within its lists and maps. */
function justOutside(schema: ArgumentSchema): unknown[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items, properties = {} } = schema;
  const values: unknown[] = [];
  if (minimum !== undefined) values.push(minimum - 1);
  if (maximum !== undefined) values.push(maximum + 1);
  if (minLength !== undefined && minLength > 0) values.push('x'.repeat(minLength - 1));
  if (maxLength !== undefined) values.push('x'.repeat(maxLength + 1));
  if (minItems !== undefined && minItems > 0) values.push(Array(minItems - 1).fill('x'));
  if (maxItems !== undefined) values.push(Array(maxItems + 1).fill('x'));
  if (items !== undefined) values.push(...[...justOutside(items), ...ODD].map((item) => [item]));
  for (const [name, property] of Object.entries(properties)) {
    values.push(...[...justOutside(property), ...ODD].map((value) => ({ [name]: value })));
  }
  return values;
}
