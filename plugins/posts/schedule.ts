import { formatDate, type Logger, type PluginHooks, parseStoredDate } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { PostStore } from './post-store.ts';

/** The longest that a timer can wait, in milliseconds; what is due later is looked for again. */
const LONGEST_WAIT = 2 ** 31 - 1;
const SECOND = 1000;
/** How long a failure is waited out. */
const RETRY = 60 * SECOND;

/** What scheduled items are published with. */
export interface ScheduleKit {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly clock: SiteClock;
  readonly posts: PostStore;
  readonly log: Logger;
}

/** Publishes scheduled items when they are due. What is due is read from the table, so that it survives a restart. */
export class Schedule {
  readonly #kit: ScheduleKit;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(kit: ScheduleKit) {
    this.#kit = kit;
  }

  /** Publishes what is due, then waits for what is due next. */
  start(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#running = this.#run().catch((err) => {
      this.#kit.log.error({ err }, 'scheduled items could not be published');
      this.#wait(RETRY);
    });
  }

  /** Waits for what is being published, and publishes no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Publishes what is due; answers with the ids. */
  async publishDue(): Promise<number[]> {
    const { database, clock, posts, hooks } = this.#kit;
    const due = await database.db
      .selectFrom('posts')
      .select('ID')
      .where('post_status', '=', 'future')
      .where('post_date_gmt', '<=', formatDate(Math.floor(clock.now().getTime() / SECOND)))
      .orderBy('post_date_gmt')
      .execute();
    for (const { ID } of due) {
      await hooks.action('publish_future_post').promise(ID);
      await posts.publish(ID);
    }
    return due.map(({ ID }) => ID);
  }

  async #run(): Promise<void> {
    await this.publishDue();
    const next = await this.#kit.database.db
      .selectFrom('posts')
      .select((eb) => eb.fn.min('post_date_gmt').as('date'))
      .where('post_status', '=', 'future')
      .executeTakeFirst();
    const at = typeof next?.date === 'string' ? parseStoredDate(next.date) : null;
    if (at !== null) this.#wait(Math.max(at * SECOND - this.#kit.clock.now().getTime(), SECOND));
  }

  #wait(milliseconds: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.start(), Math.min(milliseconds, LONGEST_WAIT)).unref();
  }
}
