const MINUTE = 60;

/** Units of time with how many seconds they have, the largest first. */
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['min', MINUTE],
];

/** How long something is ago, in the largest unit that fits: `3 weeks ago`. */
export function timeAgo(then: number, now: number): string {
  const seconds = Math.max(Math.round((now - then) / 1000), 0);
  const [name, size] = UNITS.find(([, unit]) => seconds >= unit) ?? UNITS.at(-1)!;
  const count = Math.max(Math.round(seconds / size), 1);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}
