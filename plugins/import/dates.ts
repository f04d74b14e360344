import { formatDate, parseStoredDate, ZERO_DATE } from '../../core/site/index.ts';
import type { WxrComment, WxrItem } from './records.ts';

/** How many records that were left out are named; of the others, the number alone is known, as a file may be of any size. */
const MOST = 100;

/** The records that were left out because one of their dates is none. */
export class Undated {
  /** A line for each of the first of them. */
  readonly lines: string[] = [];
  count = 0;

  /** Whether an item has valid dates, or none; one that has not is noted. */
  isDated(item: WxrItem): boolean {
    return this.#check(`${item.type} ${item.id} "${item.title}"`, [
      item.date,
      item.dateGmt,
      item.modified,
      item.modifiedGmt,
    ]);
  }

  /** The comments of an item that have valid dates, or none; the others are noted. */
  dated({ type, id, comments }: WxrItem): WxrComment[] {
    return comments.filter((comment) =>
      this.#check(`comment ${comment.id} of ${type} ${id}`, [comment.date, comment.dateGmt]),
    );
  }

  #check(name: string, dates: readonly string[]): boolean {
    const wrong = dates.find((date) => !isDate(date));
    if (wrong === undefined) return true;
    this.count++;
    if (this.lines.length < MOST) this.lines.push(`${name}: "${wrong}" is not a date`);
    return false;
  }
}

/** Whether a stored date is one of the calendar, or stands for none. */
function isDate(date: string): boolean {
  if (date === '' || date === ZERO_DATE) return true;
  const seconds = parseStoredDate(date);
  return seconds !== null && formatDate(seconds) === date;
}
