import { sql } from 'kysely';
import { type Database, type DatabaseCheck, tellWrongCounts } from '../database/index.ts';
import type { CommentStore } from './store/comment-store.ts';

/** How many items are counted in one transaction, which locks them. */
const MOST = 100;

/** Compares the number of comments that items have with the approved comments that are stored, for `db check`. */
export function checkCounts({ db, isGuest }: Database, comments: CommentStore): DatabaseCheck {
  const wrongItems = async () => {
    const approved = db
      .selectFrom('comments')
      .select(({ fn }) => ['comment_post_ID as id', fn.countAll<number>().as('items')])
      .where('comment_approved', '=', '1')
      .groupBy('comment_post_ID');
    const items = sql<number>`coalesce(approved.items, 0)`;
    return db
      .selectFrom('posts')
      .leftJoin(approved.as('approved'), 'approved.id', 'posts.ID')
      .select(['posts.ID as id', 'posts.post_type as type', 'posts.comment_count as count', items.as('stored')])
      .where('posts.comment_count', '<>', items)
      .$if(isGuest, (query) => query.where('posts.post_status', '<>', 'trash'))
      .orderBy('posts.ID')
      .execute();
  };
  return {
    async find() {
      const wrong = (await wrongItems()).map(({ id, type, count, stored }) => ({
        what: `${type} ${id}`,
        count: Number(count),
        stored: Number(stored),
      }));
      return tellWrongCounts('counts of comments', wrong);
    },
    async repair() {
      const ids = (await wrongItems()).map(({ id }) => id);
      for (let at = 0; at < ids.length; at += MOST) await comments.recount(ids.slice(at, at + MOST));
    },
  };
}
