import type { Generated } from 'kysely';

/** A date as text, `YYYY-MM-DD HH:MM:SS`; `0000-00-00 00:00:00` where there is none. */
type StoredDate = Generated<string>;
type Id = Generated<number>;
type Text = Generated<string>;
type Count = Generated<number>;

/** Content items, of every type. */
export interface PostsTable {
  ID: Id;
  post_author: Count;
  post_date: StoredDate;
  post_date_gmt: StoredDate;
  post_content: Text;
  post_title: Text;
  post_excerpt: Text;
  post_status: Text;
  comment_status: Text;
  ping_status: Text;
  post_password: Text;
  post_name: Text;
  to_ping: Text;
  pinged: Text;
  post_modified: StoredDate;
  post_modified_gmt: StoredDate;
  post_content_filtered: Text;
  post_parent: Count;
  guid: Text;
  menu_order: Count;
  post_type: Text;
  post_mime_type: Text;
  comment_count: Count;
}

export interface TermsTable {
  term_id: Id;
  name: Text;
  slug: Text;
  term_group: Count;
}

/** What a term is in a taxonomy. */
export interface TermTaxonomyTable {
  term_taxonomy_id: Id;
  term_id: Count;
  taxonomy: Text;
  description: Text;
  parent: Count;
  count: Count;
}

/** Which objects have which terms. */
export interface TermRelationshipsTable {
  object_id: Count;
  term_taxonomy_id: Count;
  term_order: Count;
}

export interface CommentsTable {
  comment_ID: Id;
  comment_post_ID: Count;
  comment_author: Text;
  comment_author_email: Text;
  comment_author_url: Text;
  comment_author_IP: Text;
  comment_date: StoredDate;
  comment_date_gmt: StoredDate;
  comment_content: Text;
  comment_karma: Count;
  comment_approved: Text;
  comment_agent: Text;
  comment_type: Text;
  comment_parent: Count;
  user_id: Count;
}

export interface UsersTable {
  ID: Id;
  user_login: Text;
  user_pass: Text;
  user_nicename: Text;
  user_email: Text;
  user_url: Text;
  user_registered: StoredDate;
  user_activation_key: Text;
  user_status: Count;
  display_name: Text;
}

export interface OptionsTable {
  option_id: Id;
  option_name: Text;
  option_value: Text;
  autoload: Text;
}

interface MetaColumns {
  meta_key: string | null;
  meta_value: string | null;
}

export interface PostMetaTable extends MetaColumns {
  meta_id: Id;
  post_id: Count;
}

export interface TermMetaTable extends MetaColumns {
  meta_id: Id;
  term_id: Count;
}

export interface CommentMetaTable extends MetaColumns {
  meta_id: Id;
  comment_id: Count;
}

export interface UserMetaTable extends MetaColumns {
  umeta_id: Id;
  user_id: Count;
}

/**
 * How many items there are, by type and status: of each month of both their dates (`2026-01`), each author's id, each
 * MIME type, with and without a parent (`none`, `some`), each `term_taxonomy_id`. Filled by triggers, from whichever program a write comes. There may be several rows to one bucket: sum them.
 */
export interface PostCountsTable {
  kind: 'month' | 'month_modified' | 'author' | 'mime' | 'parent' | 'term';
  bucket: string;
  post_type: string;
  post_status: string;
  items: number;
}

/**
 * How many comments there are by type and status: written in a month, of both dates, with and without a parent (`none`, `some`), by
 * users of the site and by others. Filled by triggers; on PostgreSQL, a count is the sum of its rows.
 */
export interface CommentCountsTable {
  kind: 'month' | 'month_gmt' | 'parent' | 'user';
  bucket: string;
  comment_type: string;
  comment_approved: string;
  items: number;
}

/** Items by the terms they have, in order of date. Filled by triggers, from whichever program a write comes. */
export interface TermPostsTable {
  term_taxonomy_id: number;
  post_type: string;
  post_status: string;
  post_date: string;
  post_id: number;
}

/**
 * The tables by their names without prefix. A plugin with tables of its own, named `tappet_…`, adds them by
 * declaration merging: `declare module './tables.ts' { interface Tables { tappet_mine: MyTable } }`.
 */
export interface Tables {
  posts: PostsTable;
  postmeta: PostMetaTable;
  terms: TermsTable;
  termmeta: TermMetaTable;
  term_taxonomy: TermTaxonomyTable;
  term_relationships: TermRelationshipsTable;
  comments: CommentsTable;
  commentmeta: CommentMetaTable;
  users: UsersTable;
  usermeta: UserMetaTable;
  options: OptionsTable;
  tappet_post_counts: PostCountsTable;
  tappet_term_posts: TermPostsTable;
  tappet_comment_counts: CommentCountsTable;
  tappet_migrations: { name: string; applied_at: string };
}

/** The column that numbers a table's rows. Tables of ours have `id`. */
export const ID_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['posts', 'ID'],
  ['postmeta', 'meta_id'],
  ['terms', 'term_id'],
  ['termmeta', 'meta_id'],
  ['term_taxonomy', 'term_taxonomy_id'],
  ['comments', 'comment_ID'],
  ['commentmeta', 'meta_id'],
  ['users', 'ID'],
  ['usermeta', 'umeta_id'],
  ['options', 'option_id'],
]);

const PREFIXED: ReadonlySet<string> = new Set([...ID_COLUMNS.keys(), 'term_relationships']);

/** Whether a table name stands for one of the site's tables, which bear the prefix in the database. */
export const isSiteTable = (name: string): boolean => PREFIXED.has(name) || name.startsWith('tappet_');
