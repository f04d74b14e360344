import { getOrMakeAmong } from '../base/get-or-make.ts';

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
  const formatter = timezone === '' ? null : formatterOf(timezone);
  return formatter === null ? Math.round(gmtOffset * HOUR) : wallClock(seconds, formatter) - seconds;
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
  return formatterOf(timezone) !== null;
}

/** The formatters of zones by name; null for a name of none. */
const formatters = new Map<string, Intl.DateTimeFormat | null>();

const formatterOf = (timeZone: string) => getOrMakeAmong(formatters, 1000, timeZone, makeFormatter);

function makeFormatter(timeZone: string): Intl.DateTimeFormat | null {
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
    return null;
  }
}

/** Reads a zone's wall clock as if it were UTC, in seconds. */
function wallClock(seconds: number, formatter: Intl.DateTimeFormat): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatter.formatToParts(seconds * MILLISECOND)) part[type] = value;
  const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
  const others = [part.month, part.day, part.hour, part.minute, part.second].map(Number);
  return utcSeconds([year, ...others]);
}

/** Makes a Unix time from the parts of a UTC date, years to seconds; parts beyond their range roll over into the next. */
export function utcSeconds([
  year = 0,
  month = 0,
  day = 0,
  hour = 0,
  minute = 0,
  second = 0,
]: readonly number[]): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / MILLISECOND + hour * HOUR + minute * 60 + second;
}
