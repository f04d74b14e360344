/** Whether something is so, or undefined where only PHP knows. */
export type Truth = boolean | undefined;

/** The opposite. */
export const not = (one: Truth): Truth => (one === undefined ? undefined : !one);

/** Whether both are so. */
export function both(one: Truth, other: Truth): Truth {
  if (one === false || other === false) return false;
  return one === undefined || other === undefined ? undefined : true;
}

/** Whether one of them is so. */
export const either = (one: Truth, other: Truth): Truth => not(both(not(one), not(other)));
