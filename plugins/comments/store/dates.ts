import { formatDate, toStoredLocal, toStoredUtc } from '../../../core/site/index.ts';
import type { SiteClock } from '../../options/index.ts';
import type { CommentInput } from '../comment.ts';

/** Both dates of a comment, whichever is given; now when none is. */
export function datesOf(clock: SiteClock, { date, dateGmt }: CommentInput): { date: string; dateGmt: string } {
  const zone = clock.zone();
  const gmt = dateGmt ?? (date === undefined ? formatDate(Math.floor(clock.now().getTime() / 1000)) : undefined);
  if (gmt !== undefined) return { date: date ?? toStoredLocal(gmt, zone), dateGmt: gmt };
  return { date: date!, dateGmt: toStoredUtc(date!, zone) };
}
