import { canonicalJson } from './canonical-json.ts';
import { type Check, failure } from './failure.ts';
import { castList, parseList } from './list.ts';
import type { ArgumentSchema } from './schema.ts';
import { toText } from './text.ts';

/**
 * Builds the check of `enum`: strict, on the value as given (section 4.5), but that a text for an `array` is the list that
 * it is read as. Lists and maps are compared by content. Undefined when everything is allowed.
 */
export function checkEnum({ enum: allowed = [], items }: ArgumentSchema, type?: string): Check | undefined {
  if (allowed.length === 0) return undefined;
  const scalars = new Set(allowed.filter((value) => !isComposite(value)));
  const composites = new Set(allowed.filter(isComposite).map(canonicalJson));
  const names = allowed.map((value) => (isComposite(value) ? canonicalJson(value) : toText(value))).join(', ');
  return (given) => {
    const value = type !== 'array' ? given : items === undefined ? castList(given) : parseList(given);
    const found = isComposite(value) ? composites.has(canonicalJson(value)) : scalars.has(value);
    return found ? undefined : failure('rest_not_in_enum', (name) => `${name} is not one of ${names}.`);
  };
}

function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
