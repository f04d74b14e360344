/**
 * Months as the derived counts name them, `2026-01`. Their bounds have the form of stored dates, so that they compare
 * with them in every collation.
 */

/** The month of a stored date. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** A date that is not after any date of the month. */
export const startOf = (month: string): string => `${month}-00 00:00:00`;

/** A date that is after all dates of the month, and not after any date of the next one. */
export function endOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [nextYear, next] = number >= 99 ? [year + 1, 0] : [year, number + 1];
  return startOf(`${String(nextYear).padStart(4, '0')}-${String(next).padStart(2, '0')}`);
}
