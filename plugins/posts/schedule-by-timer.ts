import type { Logger } from '../../core/index.ts';
import { formatDate, parseStoredDate } from '../../core/site/index.ts';
import type { Database } from '../database/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { PostStore } from './post-store.ts';

/** The longest time of a timer, in milliseconds; for items that are due later the timer is set again. */
const LONGEST_WAIT = 2 ** 31 - 1;
const SECOND = 1000;
/** How long to wait after a failure. */
const RETRY = 60 * SECOND;

/** The services that scheduled items are published with. */
export interface TimerScheduleDependencies {
  readonly database: Database;
  readonly clock: SiteClock;
  readonly posts: PostStore;
  readonly log: Logger;
  /** For how long another program of the site may publish an item that is due, in milliseconds. */
  readonly grace: number;
}

/**
 * Publishes scheduled items when they are due, by a timer of this process: beside a WordPress, whose tables get none of ours,
 * and where the plugin `jobs` is off. The items are read from the table, so that the schedule survives a restart.
 */
export class TimerSchedule {
  readonly #dependencies: TimerScheduleDependencies;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(dependencies: TimerScheduleDependencies) {
    this.#dependencies = dependencies;
  }

  /** Publishes the items that are due, then waits until the next one is; on a site that is read-only, none is published. */
  start(): void {
    if (this.#stopped || this.#dependencies.database.isReadOnly) return;
    clearTimeout(this.#timer);
    this.#running = this.#run().catch((err) => {
      this.#dependencies.log.error({ err }, 'scheduled items could not be published');
      this.#wait(RETRY);
    });
  }

  /** Waits for the items that are being published, and publishes no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Publishes the items that are due, and returns their ids. */
  async publishDue(): Promise<number[]> {
    const { database, clock, posts, grace } = this.#dependencies;
    const until = formatDate(Math.floor((clock.now().getTime() - grace) / SECOND));
    const due = await database.db
      .selectFrom('posts')
      .select('ID')
      .where('post_status', '=', 'future')
      .where('post_date_gmt', '<=', until)
      .orderBy('post_date_gmt')
      .execute();
    for (const { ID } of due) await posts.publish(ID, until);
    return due.map(({ ID }) => ID);
  }

  async #run(): Promise<void> {
    await this.publishDue();
    const next = await this.#dependencies.database.db
      .selectFrom('posts')
      .select((eb) => eb.fn.min('post_date_gmt').as('date'))
      .where('post_status', '=', 'future')
      .executeTakeFirst();
    const at = typeof next?.date === 'string' ? parseStoredDate(next.date) : null;
    const { clock, grace } = this.#dependencies;
    if (at !== null) this.#wait(Math.max(at * SECOND + grace - clock.now().getTime(), SECOND));
    // What the other program schedules is told to nobody here.
    else if (grace > 0) this.#wait(grace);
  }

  #wait(milliseconds: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(
      () => this.start(),
      Math.min(milliseconds, this.#dependencies.grace || LONGEST_WAIT),
    ).unref();
  }
}
