/** A site's zone: an IANA name or, when that is empty, an offset in hours from UTC. */
export interface SiteZone {
  readonly timezone: string;
  readonly gmtOffset: number;
}

const HOUR = 3600;
const DAY = 86_400;
const MILLISECOND = 1000;

/** Tells how many seconds a zone is ahead of UTC at a Unix time. An unknown zone name gives way to `gmtOffset`. */
export function zoneOffset(seconds: number, { timezone, gmtOffset }: SiteZone): number {
  if (timezone === 'UTC') return 0;
  const formatter = timezone === '' ? undefined : formatterOf(timezone);
  return formatter === undefined ? Math.round(gmtOffset * HOUR) : wallClock(seconds, formatter) - seconds;
}

/** Turns a Unix time into the local one: the number that reads as the zone's wall clock when it is taken for UTC. */
export function toLocalSeconds(seconds: number, zone: SiteZone): number {
  return seconds + zoneOffset(seconds, zone);
}

/**
 * Turns a local time back into Unix time. A time that occurs twice is the first of both; one that is skipped in
 * spring is taken with the offset before the gap.
 */
export function toUtcSeconds(local: number, zone: SiteZone): number {
  const before = local - zoneOffset(local - DAY, zone);
  if (toLocalSeconds(before, zone) === local) return before;
  const after = local - zoneOffset(local + DAY, zone);
  return toLocalSeconds(after, zone) === local ? after : before;
}

/** Tells whether the platform knows a zone of this name. */
export function isZoneName(timezone: string): boolean {
  return formatterOf(timezone) !== undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat | undefined>();
const KNOWN_ZONES_LIMIT = 1000;

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (formatters.has(timeZone)) return formatters.get(timeZone);
  if (formatters.size >= KNOWN_ZONES_LIMIT) formatters.clear();
  const formatter = makeFormatter(timeZone);
  formatters.set(timeZone, formatter);
  return formatter;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}

/** Reads a zone's wall clock as if it were UTC, in seconds. */
function wallClock(seconds: number, formatter: Intl.DateTimeFormat): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatter.formatToParts(seconds * MILLISECOND)) part[type] = value;
  const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
  return utcSeconds(
    year,
    Number(part.month),
    Number(part.day),
    Number(part.hour),
    Number(part.minute),
    Number(part.second),
  );
}

/** Makes a Unix time from parts of a UTC date; parts beyond their range roll over into the next. */
export function utcSeconds(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / MILLISECOND + hour * HOUR + minute * 60 + second;
}
