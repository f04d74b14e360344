import { AssertionError } from 'chai';

/** The number of parts that the input is divided into for comparison. */
const PARTS = 64;
/**
 * How many times as long the whole input may take as its parts together: linear time is 1, quadratic time is 64. An
 * input that exceeds the processor's caches may take some six times as long for each letter.
 */
const MOST = 20;
/** The shortest measurement that is meaningful, in milliseconds. */
const TELLING = 20;
const ROUNDS = 5;

/** The processor time of some work, in milliseconds, which other processes of the machine do not change much. */
export async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Expects work to take time in proportion to the size of its input, on any machine: one large input takes about as long
 * as many small ones of the same total size. Inputs grow until the time is long enough to compare, up to `largest`.
 */
export async function expectProportionalTime<T>(
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
  { largest = 1_000_000 } = {},
): Promise<void> {
  let size = largest / 64;
  // What takes so little even for the largest input is compared with nothing.
  while ((await processorTime(() => work(inputOf(size)))) < TELLING) {
    if (size >= largest) return;
    size *= 4;
  }
  const [part, whole] = [inputOf(Math.ceil(size / PARTS)), inputOf(size)];
  let [parts, one] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const partwise = async () => {
    for (let count = 0; count < PARTS; count++) await work(part);
  };
  for (let round = 0; round < ROUNDS; round++) {
    parts = Math.min(parts, await processorTime(partwise));
    one = Math.min(one, await processorTime(() => work(whole)));
    if (one < Math.max(parts * MOST, TELLING)) return;
  }
  const took = `${one.toFixed(1)} ms for an input of ${size}, ${parts.toFixed(1)} ms for ${PARTS} parts of it`;
  throw new AssertionError(`expected time in proportion to the input, got ${took}`);
}

/** A text of about a size that repeats one piece. */
export const filledWith =
  (piece: string) =>
  (size: number): string =>
    piece.repeat(Math.ceil(size / piece.length));
