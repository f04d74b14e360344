/** The numbers that are tried first, all of them. */
const FIRST: readonly number[] = Array.from({ length: 8 }, (_, at) => at + 2);
/** The numbers that are tried when those are taken: powers of two. */
const POWERS: readonly number[] = Array.from({ length: 27 }, (_, at) => 2 ** (at + 4));
/** How many parts a range is divided into, again and again. */
const PARTS = 16;

/**
 * Finds a number that makes a name unique, as in `name-2`: the least free one up to nine, and beyond that a free one that
 * follows a taken one. How often it asks grows with the logarithm of how many are taken.
 *
 * @param takenOf - Returns which of some numbers are taken.
 */
export async function freeNumber(
  takenOf: (numbers: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<number> {
  const firstFree = await leastFree(FIRST, takenOf);
  if (firstFree !== undefined) return firstFree;
  let taken = FIRST.at(-1)!;
  let free = (await leastFree(POWERS, takenOf)) ?? 2 * POWERS.at(-1)!;
  if (free > POWERS[0]!) taken = free / 2;
  while (free - taken > 1) {
    const step = Math.ceil((free - taken) / PARTS);
    const numbers = Array.from({ length: Math.ceil((free - taken) / step) - 1 }, (_, at) => taken + (at + 1) * step);
    free = (await leastFree(numbers, takenOf)) ?? free;
    taken = Math.max(taken, ...numbers.filter((number) => number < free));
  }
  return free;
}

/** The least of some ascending numbers that is free. */
async function leastFree(
  numbers: readonly number[],
  takenOf: (numbers: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<number | undefined> {
  const taken = await takenOf(numbers);
  return numbers.find((number) => !taken.has(number));
}
