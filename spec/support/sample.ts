/** Whether whole products are tried, and not samples of them: `TEST_EXHAUSTIVE=1 npm test`. */
export const isExhaustive = process.env.TEST_EXHAUSTIVE === '1';

/**
 * Whether a pair of places in two lists is in the sample of all their pairs: every `share`th of them, so that among any
 * `share` neighbours in one list each place of the other has one.
 */
export const isSampled = (one: number, other: number, share: number): boolean =>
  isExhaustive || (one + other) % share === 0;
