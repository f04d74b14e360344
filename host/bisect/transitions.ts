/**
 * The numbers from 1 to `last` at which a state changes, found by binary search: `look(n)` returns the state at `n`, and
 * an interval is not searched if the states at both ends are alike. Each transition costs about log2(`last`) looks.
 */
export async function transitions<T>(
  last: number,
  look: (count: number) => Promise<T>,
  alike: (one: T, other: T) => boolean,
): Promise<number[]> {
  const between = async (low: number, high: number): Promise<number[]> => {
    if (alike(await look(low), await look(high))) return [];
    if (high - low === 1) return [high];
    const middle = (low + high) >> 1;
    return [...(await between(low, middle)), ...(await between(middle, high))];
  };
  return last === 0 ? [] : between(0, last);
}
