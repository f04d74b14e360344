import { formatDate, parseStoredDate, toStoredLocal, toStoredUtc, ZERO_DATE } from '../../../core/site/index.ts';
import type { SiteClock } from '../../options/index.ts';
import { postErrors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import type { PostStoreDependencies } from './dependencies.ts';

/** With less than this between now and its date an item is not scheduled. */
const SCHEDULED_FROM = 60;

/** The dates of an item, local and UTC. */
export interface PostDates {
  readonly date: string;
  /** The zero date while a draft has no fixed date. */
  readonly dateGmt: string;
  readonly modified: string;
  readonly modifiedGmt: string;
}

/** Now, as it is stored: local and UTC. */
export function storedNow(clock: SiteClock): { local: string; utc: string } {
  const utc = formatDate(Math.floor(clock.now().getTime() / 1000));
  return { local: toStoredLocal(utc, clock.zone()), utc };
}

/**
 * Works out the dates of an item that is stored with a status. The date of a draft is the present until it is
 * published, unless it was set explicitly.
 */
export function datesFor(
  input: PostInput,
  before: Post | null,
  status: string,
  { clock, statuses }: Pick<PostStoreDependencies, 'clock' | 'statuses'>,
): PostDates {
  const now = storedNow(clock);
  const floats = (name: string) => statuses.get(name)?.date_floating ?? false;
  const isMoved = before !== null && floats(before.status) && !input.editDate && before.dateGmt === ZERO_DATE;
  const given = isMoved
    ? { date: now.local, dateGmt: '' }
    : { date: pick(input.date, before?.date), dateGmt: pick(input.dateGmt, before?.dateGmt) };
  const date = given.date || (given.dateGmt ? toStoredLocal(given.dateGmt, clock.zone()) : now.local);
  if (parseStoredDate(date) === null) throw postErrors.invalid_date();
  const dateGmt = given.dateGmt || (floats(status) ? ZERO_DATE : toStoredUtc(date, clock.zone()));
  return before === null
    ? { date, dateGmt, modified: input.modified ?? date, modifiedGmt: input.modifiedGmt ?? dateGmt }
    : { date, dateGmt, modified: now.local, modifiedGmt: now.utc };
}

/** A given date, or else the one before; none for null and the zero date. */
function pick(given: string | null | undefined, before: string | undefined): string {
  const date = (given === undefined ? before : given) ?? '';
  return date === ZERO_DATE ? '' : date;
}

/** Publishing with a future date schedules the item; scheduling with a past date publishes it. */
export function statusByDate(status: string, dateGmt: string, clock: SiteClock): string {
  if (status !== 'publish' && status !== 'future') return status;
  const due = parseStoredDate(dateGmt);
  const now = Math.floor(clock.now().getTime() / 1000);
  return due !== null && due - now >= SCHEDULED_FROM ? 'future' : 'publish';
}
