import { canonicalJson } from './canonical-json.ts';
import type { Clean } from './clean.ts';
import { isEmptyContainer, isMap } from './container.ts';
import { type Check, failure, typeFailure, within } from './failure.ts';
import { parseList } from './list.ts';
import type { ArgumentSchema } from './schema.ts';

/**
 * Builds the check of an `array`: what is not null is read as a list, each element is checked by `checkItem`, and
 * with `uniqueItems` no two elements may be the same once `cleanItem` has cleaned them.
 */
export function checkList(
  schema: ArgumentSchema,
  checkItem: Check | undefined,
  cleanItem: Clean = (item) => item,
): Check {
  const { minItems, maxItems, uniqueItems } = schema;
  return (value) => {
    if (value === null || value === undefined || (isMap(value) && !isEmptyContainer(value)))
      return typeFailure('array');
    const list = parseList(value);
    if (checkItem !== undefined) {
      for (let index = 0; index < list.length; index++) {
        const problem = checkItem(list[index]);
        if (problem !== undefined) return within(index, problem);
      }
    }
    if (minItems !== undefined && list.length < minItems)
      return failure('rest_too_few_items', (name) => `${name} needs at least ${minItems} items.`);
    if (maxItems !== undefined && list.length > maxItems)
      return failure('rest_too_many_items', (name) => `${name} takes at most ${maxItems} items.`);
    if (uniqueItems && hasDuplicates(list, cleanItem))
      return failure('rest_duplicate_items', (name) => `${name} holds an item more than once.`);
    return undefined;
  };
}

function hasDuplicates(list: readonly unknown[], cleanItem: Clean): boolean {
  const seen = new Set<string>();
  for (const item of list) seen.add(canonicalJson(cleanItem(item)));
  return seen.size < list.length;
}
