import { defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { CommentStore } from '../comments/index.ts';
import { Database } from '../database/index.ts';
import { Jobs } from '../jobs/index.ts';
import { MetaStore } from '../meta/index.ts';
import { SiteClock } from '../options/index.ts';
import { PostStore } from '../posts/index.ts';
import { addCommand } from './command.ts';
import { emptyTrash } from './empty.ts';

/** The name of the job, which is that of WordPress's event. */
const NAME = 'wp_scheduled_delete';

/** The most days that things may stay in the trash: a hundred years. */
const MOST_DAYS = 36_500;

export default definePlugin({
  name: 'empty-trash',
  version: '0.1.0',
  description: 'Deletes for good what has been in the trash for thirty days.',
  group: 'content',
  cacheable: true,
  after: ['comments', 'jobs'],
  requires: { database: '^0.1.0', meta: '^0.1.0', options: '^0.1.0', posts: '^0.1.0' },
  capabilities: ['content:write', 'database'],
  options: object({
    /** For how many days an item or a comment stays in the trash. */
    days: defaulted(max(min(integer(), 1), MOST_DAYS), 30),
  }),
  async setup(host, { days }) {
    const { use, find, site, log } = host;
    const database = use(Database);
    if (database.isReadOnly) return;
    const services = {
      database,
      clock: use(SiteClock),
      meta: use(MetaStore),
      posts: use(PostStore),
      comments: find(CommentStore),
      onFailure: (err: unknown, type: string, id: number) =>
        log.error({ err }, `the ${type} ${id} could not be deleted from the trash`),
    };
    addCommand(host, services, { days, most: MOST_DAYS });
    const jobs = find(Jobs);
    // WordPress empties the trash of its own sites, after as many days as its configuration says.
    if (jobs === undefined || database.isGuest || site.wordpress !== undefined) return;
    jobs.handle(NAME, async ({ signal }) => {
      const deleted = await emptyTrash(services, days, signal);
      if (deleted > 0) log.info(`deleted from the trash after ${days} days: ${deleted}`);
    });
    await jobs.repeat({ name: NAME, cron: '0 3 * * *' });
  },
});
