/**
 * Months as the derived counts name them, `2026-01`. Their bounds have the form of stored dates, so that they compare
 * with them in every collation.
 */

/** Bounds of a stored date, both exclusive. */
export interface DateBounds {
  readonly after?: string;
  readonly before?: string;
}

/** A stretch of time that is no whole month; its end is not within. */
interface Stretch {
  readonly from: string;
  readonly isFromWithin: boolean;
  readonly to: string;
}

/** Dates between bounds: whole months, whose bounds are exclusive as well, and the stretches beside them. */
interface MonthsBetween {
  /** Left out where the bounds lie in one month. */
  readonly whole?: DateBounds;
  readonly stretches: readonly Stretch[];
}

/** Divides the time between bounds so that whole months can be taken from counts, and little is left to be counted. */
export function monthsBetween({ after, before }: DateBounds): MonthsBetween {
  const [first, last] = [after && monthOf(after), before && monthOf(before)];
  if (first !== undefined && first === last) return { stretches: [{ from: after!, isFromWithin: false, to: before! }] };
  const stretches: Stretch[] = [];
  if (after !== undefined && first !== undefined)
    stretches.push({ from: after, isFromWithin: false, to: earlier(endOf(first), before) });
  if (before !== undefined && last !== undefined)
    stretches.push({ from: later(startOf(last), after), isFromWithin: true, to: before });
  return { whole: { after: first, before: last }, stretches };
}

const earlier = (one: string, other = one): string => (other < one ? other : one);
const later = (one: string, other = one): string => (other > one ? other : one);

/**
 * The month that a place of a list lies in, and how many items of the list come before that month; undefined behind the end.
 * The months are in the list's order.
 */
export function monthAt(
  months: readonly { readonly bucket: string; readonly items: number }[],
  place: number,
): { readonly month: string; readonly before: number } | undefined {
  let before = 0;
  for (const { bucket, items } of months) {
    const count = Number(items);
    if (before + count > place) return { month: bucket, before };
    before += count;
  }
  return undefined;
}

/** The bound, exclusive, behind which a month begins in a list of this order; none before the month of no date. */
export function beginningOf(month: string, order: 'asc' | 'desc'): DateBounds {
  if (order === 'desc') return { before: endOf(month) };
  const last = lastBefore(month);
  return last === undefined ? {} : { after: last };
}

/** The month of a stored date. */
const monthOf = (date: string): string => date.slice(0, 7);

/** A date that is not after any date of the month. */
const startOf = (month: string): string => `${month}-00 00:00:00`;

/** A date that is after all dates of the month, and not after any date of the next one. */
function endOf(month: string): string {
  const [year, number] = partsOf(month);
  // A server that knows dates takes a month 0, as in dates of which only the year is known, but no month 13.
  return startOf(number === 12 || number >= 99 ? named(year + 1, 0) : named(year, number + 1));
}

/** The last second before a month. */
function lastBefore(month: string): string | undefined {
  const [year, number] = partsOf(month);
  if (number > 0) return `${named(year, number - 1)}-${lastDay(year, number - 1)} 23:59:59`;
  return year > 0 ? `${named(year - 1, 12)}-31 23:59:59` : undefined;
}

/** The last day of a month; 31 of one that is in no calendar. */
const lastDay = (year: number, number: number): number =>
  number >= 1 && number <= 12 ? new Date(Date.UTC(year, number, 0)).getUTCDate() : 31;

function partsOf(month: string): readonly [year: number, number: number] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return [year, number];
}

const named = (year: number, number: number): string =>
  `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}`;
