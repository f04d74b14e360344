import { isViewable } from '../content-types/index.ts';
import type { BlockDependencies } from './dependencies.ts';

/** A comment that everybody may see, as blocks show it. */
export interface RecentComment {
  readonly id: number;
  readonly post: number;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
  readonly date: string;
  readonly content: string;
}

/** The types of comments that are shown; old sites store the first as nothing. */
const KINDS = ['', 'comment', 'pingback', 'trackback'];

/** The newest approved comments on published items without a password, newest first. */
export function recentComments(
  { database, types }: Pick<BlockDependencies, 'database' | 'types'>,
  most: number,
): Promise<RecentComment[]> {
  const viewable = types.all().filter(isViewable);
  if (viewable.length === 0) return Promise.resolve([]);
  return database.db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.ID', 'comments.comment_post_ID')
    .select([
      'comment_ID as id',
      'comment_post_ID as post',
      'comment_author as authorName',
      'comment_author_email as authorEmail',
      'comment_author_url as authorUrl',
      'comment_date as date',
      'comment_content as content',
    ])
    .where('comment_approved', '=', '1')
    .where('comment_type', 'in', KINDS)
    .where('post_status', '=', 'publish')
    .where('post_password', '=', '')
    .where(
      'post_type',
      'in',
      viewable.map(({ name }) => name),
    )
    .orderBy('comment_date_gmt', 'desc')
    .orderBy('comment_ID', 'desc')
    .limit(most)
    .execute();
}
