/** The numbers that are tried first, all of them. */
const FIRST: readonly number[] = Array.from({ length: 8 }, (_, at) => at + 2);
/** The numbers that are tried when those are taken: powers of two. */
const POWERS: readonly number[] = Array.from({ length: 27 }, (_, at) => 2 ** (at + 4));
/** How many parts a range is divided into, again and again. */
const PARTS = 16;

/**
 * Finds a name with a number, as `name-2`, that is free: with the least such number up to nine, and beyond that with one
 * that follows a taken one. How often it asks grows with the logarithm of how many are taken.
 *
 * @param named - The name with a number.
 * @param takenOf - Returns which of some names are taken.
 */
export async function freeName(
  named: (number: number) => string,
  takenOf: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  const leastFree = async (numbers: readonly number[]): Promise<number | undefined> => {
    const taken = await takenOf(numbers.map(named));
    return numbers.find((number) => !taken.has(named(number)));
  };
  const firstFree = await leastFree(FIRST);
  if (firstFree !== undefined) return named(firstFree);
  let taken = FIRST.at(-1)!;
  let free = (await leastFree(POWERS)) ?? 2 * POWERS.at(-1)!;
  if (free > POWERS[0]!) taken = free / 2;
  while (free - taken > 1) {
    const step = Math.ceil((free - taken) / PARTS);
    const numbers = Array.from({ length: Math.ceil((free - taken) / step) - 1 }, (_, at) => taken + (at + 1) * step);
    free = (await leastFree(numbers)) ?? free;
    taken = Math.max(taken, ...numbers.filter((number) => number < free));
  }
  return named(free);
}
