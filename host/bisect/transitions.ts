/**
 * The numbers from 1 to `last` at which something turns, found by halves: `look(n)` tells how it is at `n`, and where
 * both ends of a stretch are alike nothing is looked for between them. So each turn costs the logarithm of `last`.
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
