import { type SiteZone, toLocalSeconds, toUtcSeconds, utcSeconds } from './time-zone.ts';

export { isZoneName, type SiteZone, toLocalSeconds, toUtcSeconds, zoneOffset } from './time-zone.ts';

/** What the database holds where there is no date. */
export const ZERO_DATE = '0000-00-00 00:00:00';

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d)(?::(\d\d))?)?$/;
const ANY_OFFSET = /[+-](?:\d+:\d+|\d{2,})$/;
const ZONE_DESIGNATOR = /(?:Z|[+-]\d\d(?::\d\d)?)$/;
const STORED = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/**
 * Reads an RFC 3339 date (section 4.6); without a zone it counts as UTC. February 30, month 00, 24:30 and a 60th
 * second roll over; month 13, hour 25, minute 60 and second 61 are no date.
 * @param forceUtc ignores a numeric offset, whatever its form
 * @returns Unix time in seconds, or false
 */
export function parseDate(text: string, forceUtc = false): number | false {
  const parts = RFC3339.exec(forceUtc ? text.replace(ANY_OFFSET, '+00:00') : text);
  if (parts === null) return false;
  const date = parts.slice(1, 7).map(Number);
  const [, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date;
  const [sign, hours, minutes] = [parts[7], Number(parts[8] ?? 0), Number(parts[9] ?? 0)];
  if (month > 12 || day > 31 || hour > 24 || minute > 59 || second > 60) return false;
  if (hours > 24 || minutes > 59) return false;
  const offset = (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
  return utcSeconds(date) - offset;
}

/**
 * Reads a date as a local and a UTC one (section 4.6). Without a zone of its own it is local time, unless `isUtc`.
 * @returns `[local, utc]` as `Y-m-d H:i:s`, or null when it is no date
 */
export function getDateWithGmt(date: string, isUtc: boolean, zone: SiteZone): [local: string, utc: string] | null {
  const seconds = parseDate(date);
  if (seconds === false) return null;
  return isUtc || ZONE_DESIGNATOR.test(date)
    ? [formatDate(toLocalSeconds(seconds, zone)), formatDate(seconds)]
    : [formatDate(seconds), formatDate(toUtcSeconds(seconds, zone))];
}

/** Writes a Unix time as `Y-m-d H:i:s` in UTC. */
export function formatDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
}

/** Reads a stored `Y-m-d H:i:s` as UTC; null for the zero date and for what has another form. */
export function parseStoredDate(stored: string): number | null {
  const parts = stored === ZERO_DATE ? null : STORED.exec(stored);
  return parts === null ? null : utcSeconds(parts.slice(1).map(Number));
}

/** Turns a stored local date into the stored UTC one; no date stays no date. */
export function toStoredUtc(local: string, zone: SiteZone): string {
  const seconds = parseStoredDate(local);
  return seconds === null ? ZERO_DATE : formatDate(toUtcSeconds(seconds, zone));
}

/** Turns a stored UTC date into the stored local one; no date stays no date. */
export function toStoredLocal(utc: string, zone: SiteZone): string {
  const seconds = parseStoredDate(utc);
  return seconds === null ? ZERO_DATE : formatDate(toLocalSeconds(seconds, zone));
}

/** Writes a stored `Y-m-d H:i:s` as `Y-m-dTH:i:s` for the wire; null for no date. */
export function toWireDate(stored: string | null): string | null {
  if (stored === null || stored === '' || stored === ZERO_DATE) return null;
  return stored.replace(' ', 'T');
}
