import type { PluginHooks } from '../../core/index.ts';
import { parseStoredDate } from '../../core/site/index.ts';
import type { Database } from '../database/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { Cron } from './cron.ts';

/** The services that following publications needs. */
export interface PublicationParts {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly meta: MetaStore;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly cron: Cron;
}

/** The option that says whether nothing has been published but what came with the site. */
const FRESH = 'fresh_site';

/** The option that says whether the calendar has a day to show. */
const HAS_PUBLISHED = 'wp_calendar_block_has_published_posts';

/** Leaves what WordPress looks for after an item was published, scheduled or taken back. */
export function followPublications(parts: PublicationParts): void {
  const { hooks, options, cron } = parts;

  hooks.action('transition_post_status').tapPromise('wordpress-writes', async (status, before, post) => {
    const event = { hook: 'publish_future_post', args: [post.id] };
    const due = status === 'future' ? parseStoredDate(post.dateGmt) : null;
    if (due !== null) await cron.schedule({ ...event, time: due });
    else if (before === 'future') await cron.clear(event);
    if (status !== 'publish') return;
    if (['post', 'page'].includes(post.type) && options.get(FRESH) === '1') await options.set(FRESH, '0');
    if (post.type === 'post') await markForPings(post.id, post.toPing, parts);
  });

  hooks.action('transition_post_status').tapPromise('wordpress-writes', async (status, before, { type }) => {
    if (type !== 'post' || status === before || ![status, before].includes('publish')) return;
    await tellCalendar(status === 'publish', parts);
  });

  hooks.action('deleted_post').tapPromise('wordpress-writes', async (id, { type, status }) => {
    await cron.clear({ hook: 'publish_future_post', args: [id] });
    if (type === 'post' && status === 'publish') await tellCalendar(false, parts);
  });
}

/** Has WordPress look for addresses to ping and for enclosures in what was published. */
async function markForPings(
  id: number,
  toPing: string,
  { meta, options, clock, cron }: PublicationParts,
): Promise<void> {
  const mark = async (key: string) => {
    if ((await meta.get('post', id, key)).length === 0) await meta.add('post', id, key, '1');
  };
  if (Number(options.get('default_pingback_flag', 0))) await mark('_pingme');
  await mark('_encloseme');
  if (toPing.trim() !== '') await mark('_trackbackme');
  await cron.scheduleOnce({ time: Math.floor(clock.now().getTime() / 1000), hook: 'do_pings', args: [] });
}

async function tellCalendar(isPublished: boolean, { database, options }: PublicationParts): Promise<void> {
  const published = () =>
    database.db
      .selectFrom('posts')
      .select('ID')
      .where('post_type', '=', 'post')
      .where('post_status', '=', 'publish')
      .limit(1)
      .executeTakeFirst();
  await options.lock([HAS_PUBLISHED]);
  await options.set(HAS_PUBLISHED, isPublished || (await published()) !== undefined);
}
