/** The pause after a first failure, which doubles with each further one, in milliseconds. */
const FIRST_PAUSE = 10_000;

/** The longest pause after a failure. */
export const LONGEST_PAUSE = 3_600_000;

/** How long a job waits that has failed so many times. */
export const pauseAfter = (failures: number): number => Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);
