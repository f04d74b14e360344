import { type CurrentUser, isLoggedIn } from '../../../core/index.ts';
import { formatDate, parseStoredDate } from '../../../core/site/index.ts';
import type { CommentInput } from '../comment.ts';
import { errors } from '../errors.ts';
import type { CommentServices } from '../services.ts';

const HOUR = 3600;

/** How many seconds lie between two comments of one author, unless a filter says otherwise. */
export const FLOOD_SECONDS = 15;

/** Throws `comment_flood` when an author, who is no moderator, comments too soon after the last time. */
export async function checkFlood(
  services: Pick<CommentServices, 'clock' | 'database' | 'hooks'>,
  input: CommentInput,
  user: CurrentUser,
): Promise<void> {
  if (user.can('manage_options') || user.can('moderate_comments')) return;
  const { database, hooks, clock } = services;
  const { authorIp = '', authorEmail = '', dateGmt = '' } = input;
  const hourAgo = formatDate(Math.floor(clock.now().getTime() / 1000) - HOUR);
  const last = await database.db
    .selectFrom('comments')
    .select('comment_date_gmt')
    .where('comment_date_gmt', '>=', hourAgo)
    .where((eb) =>
      eb.or([
        isLoggedIn(user) ? eb('user_id', '=', user.id) : eb('comment_author_IP', '=', authorIp),
        eb(database.fold('comment_author_email'), '=', authorEmail.toLowerCase()),
      ]),
    )
    .orderBy('comment_date_gmt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return;
  const [lastTime, newTime] = [parseStoredDate(last.comment_date_gmt) ?? 0, parseStoredDate(dateGmt) ?? 0];
  const tooSoon = newTime - lastTime < FLOOD_SECONDS;
  if (!hooks.filter('comment_flood_filter').call(tooSoon, lastTime, newTime)) return;
  hooks.action('comment_flood_trigger').call(lastTime, newTime);
  throw errors.comment_flood();
}
