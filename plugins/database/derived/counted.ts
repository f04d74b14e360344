import type { Names } from './names.ts';

/** A kind of bucket that the rows of a table are counted in, beside their type and status. */
interface Bucket {
  readonly kind: string;
  /** The columns that decide on a row's bucket. */
  readonly columns: readonly string[];
  /** The expression of the bucket of a row. */
  of(row: string): string;
}

/** A table whose rows are counted by their type, their status and a bucket, one count for each kind of bucket. */
export interface Counted {
  readonly table: string;
  /** The table of the counts, whose columns for type and status have the same names. */
  readonly counts: string;
  readonly type: string;
  readonly status: string;
  readonly buckets: readonly Bucket[];
}

const month = (kind: string, column: string): Bucket => ({
  kind,
  columns: [column],
  of: (row) => `substr(${row}.${column}, 1, 7)`,
});

const each = (kind: string, column: string): Bucket => ({
  kind,
  columns: [column],
  of: (row) => `${row}.${column} || ''`,
});

/** Rows that refer to none, and those that refer to some. */
const whether = (kind: string, column: string): Bucket => ({
  kind,
  columns: [column],
  of: (row) => `case when ${row}.${column} = 0 then 'none' else 'some' end`,
});

/** What is counted of items, of the terms of items, and of comments. */
export function countedTables({ posts, termPosts, postCounts, comments, commentCounts }: Names) {
  const ofPosts = { counts: postCounts, type: 'post_type', status: 'post_status' };
  return {
    posts: {
      ...ofPosts,
      table: posts,
      buckets: [
        month('month', 'post_date'),
        month('month_modified', 'post_modified'),
        each('author', 'post_author'),
        each('mime', 'post_mime_type'),
        whether('parent', 'post_parent'),
      ],
    },
    termPosts: { ...ofPosts, table: termPosts, buckets: [each('term', 'term_taxonomy_id')] },
    comments: {
      table: comments,
      counts: commentCounts,
      type: 'comment_type',
      status: 'comment_approved',
      buckets: [
        month('month', 'comment_date'),
        month('month_gmt', 'comment_date_gmt'),
        whether('parent', 'comment_parent'),
        whether('user', 'user_id'),
      ],
    },
  } satisfies Record<string, Counted>;
}
