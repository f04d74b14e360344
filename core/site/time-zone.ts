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
  return formatter === null ? Math.round(gmtOffset * HOUR) : shownOffset(seconds, formatter);
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
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

/** Reads the offset that a formatter shows, in seconds: `GMT`, `GMT+05:30`, and for times before zones `GMT-04:56:02`. */
function shownOffset(seconds: number, formatter: Intl.DateTimeFormat): number {
  const name = formatter.formatToParts(seconds * MILLISECOND).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [hours = 0, minutes = 0, rest = 0] = (name.match(/\d+/g) ?? []).map(Number);
  return (name.includes('-') ? -1 : 1) * (hours * HOUR + minutes * 60 + rest);
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
