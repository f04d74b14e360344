const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const two = (number: number): string => String(number).padStart(2, '0');
const twelve = (hour: number): number => hour % 12 || 12;

function ordinal(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** The meaning of the letters of a format, as in the option `date_format`. */
const LETTERS: Readonly<Record<string, (date: Date) => string | number>> = {
  d: (date) => two(date.getUTCDate()),
  j: (date) => date.getUTCDate(),
  S: (date) => ordinal(date.getUTCDate()),
  l: (date) => DAYS[date.getUTCDay()]!,
  D: (date) => DAYS[date.getUTCDay()]!.slice(0, 3),
  F: (date) => MONTHS[date.getUTCMonth()]!,
  M: (date) => MONTHS[date.getUTCMonth()]!.slice(0, 3),
  m: (date) => two(date.getUTCMonth() + 1),
  n: (date) => date.getUTCMonth() + 1,
  Y: (date) => date.getUTCFullYear(),
  y: (date) => two(date.getUTCFullYear() % 100),
  G: (date) => date.getUTCHours(),
  H: (date) => two(date.getUTCHours()),
  g: (date) => twelve(date.getUTCHours()),
  h: (date) => two(twelve(date.getUTCHours())),
  i: (date) => two(date.getUTCMinutes()),
  s: (date) => two(date.getUTCSeconds()),
  a: (date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
};

/** Writes a local date of the interface, `2026-03-14T12:00:00`, by a format of the site's options. */
export function formatDate(date: string, format: string): string {
  const time = new Date(`${date}Z`);
  if (Number.isNaN(time.getTime())) return '';
  return format.replace(/\\(.)|([a-zA-Z])/g, (whole, literal: string | undefined, letter: string | undefined) =>
    letter === undefined ? (literal ?? '') : String(LETTERS[letter]?.(time) ?? whole),
  );
}

/** The name of a year, a month or a day. */
export function dateName({ year, month, day }: { year: number; month?: number; day?: number }): string {
  if (month === undefined) return String(year);
  return day === undefined ? `${MONTHS[month - 1]} ${year}` : `${MONTHS[month - 1]} ${day}, ${year}`;
}
