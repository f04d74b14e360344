import { MONTHS } from '../options/index.ts';

/** The name of a year, a month or a day. */
export function dateName({ year, month, day }: { year: number; month?: number; day?: number }): string {
  if (month === undefined) return String(year);
  return day === undefined ? `${MONTHS[month - 1]} ${year}` : `${MONTHS[month - 1]} ${day}, ${year}`;
}
