import type { Insertable, Selectable } from 'kysely';
import type { PostsTable } from '../database/index.ts';

/** A content item of any type. Dates are stored ones: `YYYY-MM-DD HH:MM:SS`, `0000-00-00 00:00:00` for none. */
export interface Post {
  readonly id: number;
  readonly author: number;
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  readonly title: string;
  readonly excerpt: string;
  readonly status: string;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly password: string;
  /** The slug. */
  readonly name: string;
  readonly toPing: string;
  readonly pinged: string;
  readonly modified: string;
  readonly modifiedGmt: string;
  readonly contentFiltered: string;
  readonly parent: number;
  readonly guid: string;
  readonly menuOrder: number;
  readonly type: string;
  readonly mimeType: string;
  readonly commentCount: number;
  /** The status that an item in the trash had before; empty for any other. */
  readonly trashedFrom: string;
}

/** The stored data of an item: all of it but its id. */
export type PostData = Omit<Post, 'id' | 'trashedFrom'>;

const COLUMNS = {
  author: 'post_author',
  date: 'post_date',
  dateGmt: 'post_date_gmt',
  content: 'post_content',
  title: 'post_title',
  excerpt: 'post_excerpt',
  status: 'post_status',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
  password: 'post_password',
  name: 'post_name',
  toPing: 'to_ping',
  pinged: 'pinged',
  modified: 'post_modified',
  modifiedGmt: 'post_modified_gmt',
  contentFiltered: 'post_content_filtered',
  parent: 'post_parent',
  guid: 'guid',
  menuOrder: 'menu_order',
  type: 'post_type',
  mimeType: 'post_mime_type',
  commentCount: 'comment_count',
} as const satisfies Record<keyof PostData, keyof PostsTable>;

const MEMBERS = Object.entries(COLUMNS) as [keyof PostData, keyof PostsTable][];

/** The columns of the rows that items are read from. */
export const STORED_COLUMNS = ['ID', ...Object.values(COLUMNS)] as const;

/** Reads an item from its row. `trashedFrom` comes from its meta. */
export function fromRow(row: Selectable<PostsTable>, trashedFrom = ''): Post {
  return {
    id: row.ID,
    author: row.post_author,
    date: row.post_date,
    dateGmt: row.post_date_gmt,
    content: row.post_content,
    title: row.post_title,
    excerpt: row.post_excerpt,
    status: row.post_status,
    commentStatus: row.comment_status,
    pingStatus: row.ping_status,
    password: row.post_password,
    name: row.post_name,
    toPing: row.to_ping,
    pinged: row.pinged,
    modified: row.post_modified,
    modifiedGmt: row.post_modified_gmt,
    contentFiltered: row.post_content_filtered,
    parent: row.post_parent,
    guid: row.guid,
    menuOrder: row.menu_order,
    type: row.post_type,
    mimeType: row.post_mime_type,
    commentCount: row.comment_count,
    trashedFrom,
  };
}

/** Makes columns of the members of an item. */
export function toRow(data: Partial<PostData>): Insertable<PostsTable> {
  const row: Record<string, unknown> = {};
  for (const [member, column] of MEMBERS) if (data[member] !== undefined) row[column] = data[member];
  return row;
}
