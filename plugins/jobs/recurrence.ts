import type { SiteClock } from '../options/index.ts';

/** When work is done again and again: five fields of cron, in the zone of the site, or every so many milliseconds. */
export type Recurrence = { readonly cron: string } | { readonly every: number };

/** The shortest time between two runs, in milliseconds: a job takes some statements of its own. */
const SHORTEST = 1000;

const EVERY = 'every ';

/** A recurrence as it is stored. Throws a `TypeError` for one that is not valid. */
export async function textOfRecurrence(recurrence: Recurrence): Promise<string> {
  if ('every' in recurrence) {
    if (!Number.isInteger(recurrence.every) || recurrence.every < SHORTEST) {
      throw new TypeError(`every is a whole number of milliseconds, at least ${SHORTEST}; not ${recurrence.every}`);
    }
    return `${EVERY}${recurrence.every}`;
  }
  const { cron } = recurrence;
  const { Cron } = await import('croner');
  try {
    if (new Cron(cron, { mode: '5-part' }).nextRun() !== null) return cron;
  } catch {}
  throw new TypeError(
    `"${cron}" is no time of cron that comes; write one like "0 3 * * *", which is three o'clock each day`,
  );
}

/** The first time after another one at which a stored recurrence is due; both in milliseconds since 1970. */
export async function nextTime(text: string, after: number, clock: SiteClock): Promise<number> {
  if (text.startsWith(EVERY)) return after + Number(text.slice(EVERY.length));
  const { Cron } = await import('croner');
  const { timezone, gmtOffset } = clock.zone();
  const zone = timezone === '' ? { utcOffset: gmtOffset * 60 } : { timezone };
  const next = new Cron(text, { mode: '5-part', ...zone }).nextRun(new Date(after));
  if (next === null) throw new TypeError(`"${text}" does not come again`);
  return next.getTime();
}
