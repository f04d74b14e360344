import type { Insertable, Selectable } from 'kysely';
import type { CommentsTable } from '../database/index.ts';

/** A comment on a content item. Dates are stored ones: `YYYY-MM-DD HH:MM:SS`. */
export interface Comment {
  readonly id: number;
  /** The item that it is on; 0 for none. */
  readonly post: number;
  /** The comment that it answers; 0 for none. */
  readonly parent: number;
  /** The user who wrote it; 0 for a visitor. */
  readonly author: number;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
  readonly authorIp: string;
  readonly authorUserAgent: string;
  /** The local date. */
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  readonly karma: number;
  /** What is stored of its status: `1` approved, `0` held, or `spam`, `trash`, `post-trashed`. */
  readonly approved: string;
  /** `comment`, `pingback` or `trackback`; old sites store the first as nothing. */
  readonly type: string;
}

/** What a comment is made or changed with; what is left out gets its default, or stays. */
export type CommentInput = { -readonly [M in keyof CommentData]?: Comment[M] } & {
  /** An id to give to a new comment, if it is free. */
  importId?: number;
};

/** What is stored of a comment: all of it but the number of its row. */
type CommentData = Omit<Comment, 'id'>;

const COLUMNS = {
  post: 'comment_post_ID',
  parent: 'comment_parent',
  author: 'user_id',
  authorName: 'comment_author',
  authorEmail: 'comment_author_email',
  authorUrl: 'comment_author_url',
  authorIp: 'comment_author_IP',
  authorUserAgent: 'comment_agent',
  date: 'comment_date',
  dateGmt: 'comment_date_gmt',
  content: 'comment_content',
  karma: 'comment_karma',
  approved: 'comment_approved',
  type: 'comment_type',
} as const satisfies Record<keyof CommentData, keyof CommentsTable>;

const MEMBERS = Object.entries(COLUMNS) as [keyof CommentData, keyof CommentsTable][];

/** The columns that comments are read from. */
export const STORED_COLUMNS = ['comment_ID', ...Object.values(COLUMNS)] as const;

/** Reads a comment from its row. */
export function fromRow(row: Selectable<CommentsTable>): Comment {
  const members = MEMBERS.map(([member, column]) => [member, row[column]]);
  return { id: row.comment_ID, ...(Object.fromEntries(members) as CommentData) };
}

/** Maps the given values of a comment to columns of its row. */
export function toRow(input: CommentInput): Insertable<CommentsTable> {
  const given = MEMBERS.filter(([member]) => input[member] !== undefined);
  return Object.fromEntries(given.map(([member, column]) => [column, input[member]]));
}

/** The status by the name that taps of `transition_comment_status` and moderators use. */
export function statusName(approved: string): string {
  if (approved === '1') return 'approved';
  return approved === '0' ? 'unapproved' : approved;
}
