import { parseStoredDate, type SiteZone, toUtcSeconds, zoneOffset } from '../../core/site/index.ts';

/** The names of the days, Sunday first. */
export const DAYS: readonly string[] = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The names of the months, January first. */
export const MONTHS: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');

const DAY = 86_400_000;
const TOKEN = /\\(.)|[a-zA-Z]/gs;

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

function ordinal(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

function offset(seconds: number, colon: string): string {
  const minutes = Math.abs(Math.round(seconds / 60));
  return `${seconds < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60))}${colon}${padded(minutes % 60)}`;
}

/** The day of the year of a date, from 0. */
export const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY);

/**
 * Writes a stored local date by a pattern of the site's settings: `F j, Y` gives `March 2, 2026`. Letters that stand
 * for nothing, and those behind a backslash, stay. No date gives nothing.
 */
export function formatLocalDate(stored: string, pattern: string, zone: SiteZone): string {
  const local = parseStoredDate(stored);
  if (local === null) return '';
  const write = writers(local, zone);
  return pattern.replace(TOKEN, (token: string, escaped?: string) => {
    if (escaped !== undefined) return escaped;
    return Object.hasOwn(write, token) ? write[token]!() : token;
  });
}

/** What each letter of a pattern stands for. */
function writers(local: number, zone: SiteZone): Readonly<Record<string, () => string>> {
  const date = new Date(local * 1000);
  const [year, month, day, weekday] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()];
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const utc = toUtcSeconds(local, zone);
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
  const zoned = (colon: string) => offset(zoneOffset(utc, zone), colon);
  return {
    d: () => padded(day),
    j: () => String(day),
    D: () => DAYS[weekday]!.slice(0, 3),
    l: () => DAYS[weekday]!,
    N: () => String(weekday || 7),
    S: () => ordinal(day),
    w: () => String(weekday),
    z: () => String(dayOfYear(date)),
    F: () => MONTHS[month]!,
    M: () => MONTHS[month]!.slice(0, 3),
    m: () => padded(month + 1),
    n: () => String(month + 1),
    t: () => String(new Date(Date.UTC(year, month + 1, 0)).getUTCDate()),
    L: () => (isLeap ? '1' : '0'),
    Y: () => padded(year, 4),
    y: () => padded(year % 100),
    a: () => (hour < 12 ? 'am' : 'pm'),
    A: () => (hour < 12 ? 'AM' : 'PM'),
    g: () => String(hour % 12 || 12),
    G: () => String(hour),
    h: () => padded(hour % 12 || 12),
    H: () => padded(hour),
    i: () => padded(minute),
    s: () => padded(second),
    e: () => zone.timezone || zoned(':'),
    T: () => zone.timezone || zoned(':'),
    O: () => zoned(''),
    P: () => zoned(':'),
    U: () => String(utc),
    c: () => `${date.toISOString().slice(0, 19)}${zoned(':')}`,
  };
}
