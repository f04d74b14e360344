import { type RenderContext, requestOf } from './context.ts';

/** An id of an element that no other block has of all that a request shows: the prefix, and a number from 1. */
export function uniqueId(context: RenderContext, prefix: string): string {
  const counter = requestOf(context).memo(uniqueId, () => ({ last: 0 }));
  counter.last++;
  return `${prefix}${counter.last}`;
}
