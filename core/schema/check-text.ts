import { type Check, failure, typeFailure } from './failure.ts';
import type { ArgumentSchema } from './schema.ts';

/** Builds the check of a `string` with its pattern and length limits. */
export function checkText({ pattern, minLength, maxLength }: ArgumentSchema): Check {
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const measured = minLength !== undefined || maxLength !== undefined;
  return (value) => {
    if (typeof value !== 'string') return typeFailure('string');
    if (measured) {
      const length = countCharacters(value);
      if (minLength !== undefined && length < minLength)
        return failure('rest_too_short', (name) => `${name} needs at least ${minLength} characters.`);
      if (maxLength !== undefined && length > maxLength)
        return failure('rest_too_long', (name) => `${name} takes at most ${maxLength} characters.`);
    }
    if (expression !== undefined && !expression.test(value))
      return failure('rest_invalid_pattern', (name) => `${name} does not match the pattern ${pattern}.`);
    return undefined;
  };
}

const LOW_SURROGATE = 0xdc00;
const LAST_LOW_SURROGATE = 0xdfff;

/** Counts code points: the units of a text that are not the second half of a pair. */
function countCharacters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < LOW_SURROGATE || unit > LAST_LOW_SURROGATE) count++;
  }
  return count;
}
