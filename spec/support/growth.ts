import { AssertionError } from 'chai';

/** How many parts are worked on beside the whole. */
const PARTS = 64;
/**
 * How many times as long the whole may take as its parts together. In proportion it is once, with the square of the
 * size 64 times; what fills the memory may cost some six times as much a letter as what does not.
 */
const MOST = 20;
/** How many milliseconds a measurement must have to tell something. */
const TELLING = 20;
const ROUNDS = 5;

/** The time that the processor gave to work, in milliseconds: what else the machine does meanwhile does not count. */
export async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Expects work to take time in proportion to the size of its input, on any machine: about as long for one large input
 * as for many small ones of the same size together. Inputs grow until the time tells something, up to `largest`.
 */
export async function expectProportionalTime<T>(
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
  { largest = 1_000_000 } = {},
): Promise<void> {
  let size = largest / 64;
  while (size < largest && (await processorTime(() => work(inputOf(size)))) < TELLING) size *= 4;
  const [part, whole] = [inputOf(Math.ceil(size / PARTS)), inputOf(size)];
  let [parts, one] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    const partwise = async () => {
      for (let count = 0; count < PARTS; count++) await work(part);
    };
    parts = Math.min(parts, await processorTime(partwise));
    one = Math.min(one, await processorTime(() => work(whole)));
    if (one < Math.max(parts * MOST, TELLING)) return;
  }
  const took = `${one.toFixed(1)} ms for an input of ${size}, ${parts.toFixed(1)} ms for ${PARTS} parts of it`;
  throw new AssertionError(`expected time in proportion to the input, got ${took}`);
}

/** A text of about a size, made of one piece again and again. */
export const filledWith =
  (piece: string) =>
  (size: number): string =>
    piece.repeat(Math.ceil(size / piece.length));
