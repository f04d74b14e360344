import type { Logger, PluginHooks } from '../../core/index.ts';
import { formatDate, parseStoredDate } from '../../core/site/index.ts';
import type { Database } from '../database/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { PostStore } from './post-store.ts';

/** The name of the jobs, one for each scheduled item. */
const NAME = 'publish_future_post';

/** The services that scheduled items are published with. */
export interface ScheduleDependencies {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly clock: SiteClock;
  readonly posts: PostStore;
  readonly jobs: Jobs;
  readonly log: Logger;
}

/**
 * Publishes scheduled items when they are due, by a job each, which is written and removed with the item in one transaction:
 * whichever host does it, and however often it is killed, an item is published once.
 */
export function publishByJobs({ hooks, database, clock, posts, jobs, log }: ScheduleDependencies): void {
  const jobOf = (id: number, dateGmt: string) => ({
    name: NAME,
    key: String(id),
    args: id,
    due: (parseStoredDate(dateGmt) ?? 0) * 1000,
  });
  jobs.handle(NAME, async ({ args }) => {
    const id = Number(args);
    if ((await posts.publish(id, formatDate(Math.floor(clock.now().getTime() / 1000)))) !== null) return;
    // Another program may have moved its date.
    const post = await posts.byId(id);
    if (post?.status === 'future') await jobs.schedule(jobOf(id, post.dateGmt));
  });
  hooks.action('transition_post_status').tapPromise('schedule', async (status, before, { id, dateGmt }) => {
    if (status === 'future') await jobs.schedule(jobOf(id, dateGmt));
    else if (before === 'future') await jobs.cancel(NAME, String(id));
  });
  hooks.action('deleted_post').tapPromise('schedule', async (id, { status }) => {
    if (status === 'future') await jobs.cancel(NAME, String(id));
  });
  /** Items that were scheduled before there were jobs, or by another program, have none. */
  const scheduleMissing = async () => {
    const items = await database.db
      .selectFrom('posts')
      .select(['ID', 'post_date_gmt'])
      .where('post_status', '=', 'future')
      .execute();
    await jobs.scheduleMissing(items.map(({ ID, post_date_gmt }) => jobOf(ID, post_date_gmt)));
  };
  hooks
    .action('rest_api_init')
    .tapPromise('schedule', () =>
      scheduleMissing().catch((err) => log.error({ err }, 'scheduled items could not be looked for')),
    );
}
