/** A table whose texts are indexed, beside which a table lists the rows that are still to be indexed. */
export interface Searched {
  readonly table: string;
  readonly id: string;
  readonly texts: readonly string[];
  /** A value of metadata that belongs to a row's texts. */
  readonly meta?: { readonly table: string; readonly object: string; readonly key: string };
  /** The table of the index, and what its triggers' names begin with. */
  readonly index: string;
  /** The column of the rows that are still to be indexed. */
  readonly pendingId: string;
}

/** The tables that are searched, by their names. */
export const SEARCHED = {
  posts: {
    table: 'posts',
    id: 'ID',
    texts: ['post_title', 'post_excerpt', 'post_content'],
    // Files are found by their names.
    meta: { table: 'postmeta', object: 'post_id', key: '_wp_attached_file' },
    index: 'tappet_search',
    pendingId: 'post_id',
  },
  comments: {
    table: 'comments',
    id: 'comment_ID',
    texts: ['comment_author', 'comment_author_email', 'comment_author_url', 'comment_author_IP', 'comment_content'],
    index: 'tappet_comment_search',
    pendingId: 'comment_id',
  },
} as const satisfies Record<string, Searched>;

/** The name of a table that is searched. */
export type SearchedTable = keyof typeof SEARCHED;
