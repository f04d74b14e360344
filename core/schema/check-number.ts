import { type Check, type Failure, failure, typeFailure } from './failure.ts';
import { isIntegerLike, isNumeric, toNumber } from './numeric.ts';
import type { ArgumentSchema } from './schema.ts';

/** Builds the check of an `integer` or a `number` with its bounds and `multipleOf`. */
export function checkNumber(schema: ArgumentSchema, type: 'integer' | 'number'): Check {
  const hasType = type === 'integer' ? isIntegerLike : isNumeric;
  const { multipleOf } = schema;
  const outOfBounds = checkBounds(schema);
  if (multipleOf === undefined && outOfBounds === undefined)
    return (value) => (hasType(value) ? undefined : typeFailure(type));
  return (value) => {
    if (!hasType(value)) return typeFailure(type);
    const size = toNumber(value);
    if (multipleOf !== undefined && size % multipleOf !== 0)
      return failure('rest_invalid_multiple', (name) => `${name} is not a multiple of ${multipleOf}.`);
    return outOfBounds?.(size);
  };
}

/** Builds the check of `minimum` and `maximum`; undefined when there is neither. */
function checkBounds(schema: ArgumentSchema): ((size: number) => Failure | undefined) | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum === undefined && maximum === undefined) return undefined;
  const lowest = minimum ?? Number.NEGATIVE_INFINITY;
  const highest = maximum ?? Number.POSITIVE_INFINITY;
  const rule = describeBounds(schema);
  return (size) => {
    const inside =
      (exclusiveMinimum && minimum !== undefined ? size > lowest : size >= lowest) &&
      (exclusiveMaximum && maximum !== undefined ? size < highest : size <= highest);
    return inside ? undefined : failure('rest_out_of_bounds', (name) => `${name} must be ${rule}.`);
  };
}

function describeBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: ArgumentSchema): string {
  const low = `${minimum} (${exclusiveMinimum ? 'exclusive' : 'inclusive'})`;
  const high = `${maximum} (${exclusiveMaximum ? 'exclusive' : 'inclusive'})`;
  if (maximum === undefined) return exclusiveMinimum ? `greater than ${low}` : `at least ${low}`;
  if (minimum === undefined) return exclusiveMaximum ? `less than ${high}` : `at most ${high}`;
  return `between ${low} and ${high}`;
}
