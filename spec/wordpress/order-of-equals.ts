import { isDeepStrictEqual } from 'node:util';
import type { Answered, Asked } from './side.ts';

type Item = Readonly<Record<string, unknown>>;

/** Orders by what answers do not show; so is the parent of an item of a menu, that of what it leads to. */
const UNSHOWN = /orderby=(term_group|relevance|registered_date)|\/menu-items\?.*orderby=(parent|author)/;

/**
 * Whether two lists differ in the order of equals alone: at each place both have an item with the same value in what they are
 * ordered by, and an item that is in both is the same.
 */
export function isOrderOfEquals({ path }: Asked, php: Answered, tappet: Answered): boolean {
  const [left, right] = [itemsOf(php.body), itemsOf(tappet.body)];
  const [, orderBy] = /[?&]orderby=(\w+)/.exec(path) ?? [];
  if (left === undefined || right?.length !== left.length || orderBy === undefined) return false;
  const field = UNSHOWN.test(path) ? '' : orderBy;
  const others = new Map(right.map((item) => [item.id, item]));
  return left.every(
    (item, place) =>
      isDeepStrictEqual(orderedBy(item, field), orderedBy(right[place]!, field)) &&
      (!others.has(item.id) || isDeepStrictEqual(item, others.get(item.id))),
  );
}

function itemsOf(body: unknown): readonly Item[] | undefined {
  return Array.isArray(body) && body.every((item) => typeof item === 'object' && item !== null) ? body : undefined;
}

/** What an item is ordered by: letters alike in both cases, and the text of what is rendered. */
function orderedBy(item: Item, field: string): unknown {
  const value = item[field];
  const shown = typeof value === 'object' && value !== null && 'rendered' in value ? value.rendered : value;
  return typeof shown === 'string' ? shown.toLowerCase() : shown;
}
