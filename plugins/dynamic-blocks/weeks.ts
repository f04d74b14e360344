import { formatDate, parseStoredDate } from '../../core/site/index.ts';
import { dayOfYear } from '../options/index.ts';
import type { PublishedIn } from './published.ts';

/** A week in which posts were published: its first and last day, its number in the year, and how many they were. */
export interface Week {
  readonly first: string;
  readonly last: string;
  readonly year: number;
  readonly week: number;
  readonly count: number;
}

const DAY = 86_400;
const MONDAY = 1;

/** Gathers days, newest first, into weeks that begin on a day (0 is Sunday). */
export function inWeeks(days: readonly PublishedIn[], start: number): Week[] {
  const weeks = new Map<string, Week>();
  for (const { period, count } of days) {
    const day = parseStoredDate(`${period} 00:00:00`);
    if (day === null) continue;
    const date = new Date(day * 1000);
    const begin = day - ((date.getUTCDay() - start + 7) % 7) * DAY;
    const first = formatDate(begin).slice(0, 10);
    const known = weeks.get(first);
    weeks.set(first, {
      first,
      last: formatDate(begin + 6 * DAY).slice(0, 10),
      year: known?.year ?? date.getUTCFullYear(),
      week: known?.week ?? weekOfYear(date, start === MONDAY),
      count: (known?.count ?? 0) + count,
    });
  }
  return [...weeks.values()];
}

/**
 * The number of a date's week in its year, 0 for one that began in the year before. Of weeks that begin on Monday,
 * the first has more than three days in the year; of others, it is the one that the first Sunday begins.
 */
function weekOfYear(date: Date, fromMonday: boolean): number {
  const day = dayOfYear(date);
  if (!fromMonday) return Math.floor((day + 7 - date.getUTCDay()) / 7);
  const beforeYear = (new Date(Date.UTC(date.getUTCFullYear(), 0, 1)).getUTCDay() + 6) % 7;
  return Math.floor((day + beforeYear) / 7) + (beforeYear <= 3 ? 1 : 0);
}
