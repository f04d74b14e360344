import {
  date,
  id,
  integer,
  key,
  name,
  nullableKey,
  nullableText,
  reference,
  type TableLayout,
  text,
  title,
} from './column.ts';

const meta = (idColumn: string, objectColumn: string): TableLayout => ({
  columns: { [idColumn]: id, [objectColumn]: reference, meta_key: nullableKey(255), meta_value: nullableText },
  indexes: { [objectColumn]: [objectColumn], meta_key: ['meta_key'] },
});

/**
 * The table layout that administrators and tools know, by table name without prefix. Indexes named `tappet_…` are
 * ours, for the order and the filters of the interface's lists.
 */
export const LAYOUT: Readonly<Record<string, TableLayout>> = {
  posts: {
    columns: {
      ID: id,
      post_author: reference,
      post_date: date,
      post_date_gmt: date,
      post_content: text,
      post_title: title,
      post_excerpt: text,
      post_status: key(20, 'publish'),
      comment_status: key(20, 'open'),
      ping_status: key(20, 'open'),
      post_password: key(255),
      post_name: name(200),
      to_ping: text,
      pinged: text,
      post_modified: date,
      post_modified_gmt: date,
      post_content_filtered: text,
      post_parent: reference,
      guid: key(255),
      menu_order: integer(),
      post_type: key(20, 'post'),
      post_mime_type: key(100),
      comment_count: reference,
    },
    indexes: {
      post_name: ['post_name'],
      type_status_date: ['post_type', 'post_status', 'post_date', 'ID'],
      post_parent: ['post_parent'],
      post_author: ['post_author'],
      tappet_type_status_modified: ['post_type', 'post_status', 'post_modified', 'ID'],
      tappet_author_type_status_date: ['post_author', 'post_type', 'post_status', 'post_date', 'ID'],
      tappet_parent_type_order: ['post_parent', 'post_type', 'menu_order', 'ID'],
      tappet_type_status_id: ['post_type', 'post_status', 'ID'],
      tappet_type_status_parent: ['post_type', 'post_status', 'post_parent', 'ID'],
      tappet_status_date_gmt: ['post_status', 'post_date_gmt'],
    },
    textOrders: {
      tappet_type_status_name: ['post_type', 'post_status', 'post_name', 'ID'],
      tappet_type_status_title: ['post_type', 'post_status', 'post_title', 'ID'],
    },
  },
  postmeta: meta('meta_id', 'post_id'),
  terms: {
    columns: { term_id: id, name: name(200), slug: name(200), term_group: reference },
    indexes: { slug: ['slug'], name: ['name'] },
  },
  termmeta: meta('meta_id', 'term_id'),
  term_taxonomy: {
    columns: {
      term_taxonomy_id: id,
      term_id: reference,
      taxonomy: key(32),
      description: text,
      parent: reference,
      count: reference,
    },
    uniques: { term_id_taxonomy: ['term_id', 'taxonomy'] },
    indexes: { taxonomy: ['taxonomy'], tappet_taxonomy_parent: ['taxonomy', 'parent'] },
  },
  term_relationships: {
    columns: { object_id: reference, term_taxonomy_id: reference, term_order: integer() },
    primaryKey: ['object_id', 'term_taxonomy_id'],
    indexes: { term_taxonomy_id: ['term_taxonomy_id'], tappet_term_object: ['term_taxonomy_id', 'object_id'] },
  },
  comments: {
    columns: {
      comment_ID: id,
      comment_post_ID: reference,
      comment_author: title,
      comment_author_email: name(100),
      comment_author_url: key(200),
      comment_author_IP: key(100),
      comment_date: date,
      comment_date_gmt: date,
      comment_content: text,
      comment_karma: integer(),
      comment_approved: key(20, '1'),
      comment_agent: key(255),
      comment_type: key(20, 'comment'),
      comment_parent: reference,
      user_id: reference,
    },
    indexes: {
      comment_post_ID: ['comment_post_ID'],
      comment_approved_date_gmt: ['comment_approved', 'comment_date_gmt'],
      comment_date_gmt: ['comment_date_gmt'],
      comment_parent: ['comment_parent'],
      comment_author_email: ['comment_author_email'],
      tappet_post_approved_date: ['comment_post_ID', 'comment_approved', 'comment_date_gmt', 'comment_ID'],
      tappet_user_id: ['user_id'],
      tappet_parent_approved_date: ['comment_parent', 'comment_approved', 'comment_date_gmt', 'comment_ID'],
      tappet_kind_date_gmt: [
        'comment_approved',
        'comment_type',
        'comment_date_gmt',
        'comment_ID',
        // What lists in this order are often restricted by, so that rows that are left out are not read.
        'comment_date',
        'comment_parent',
        'user_id',
      ],
      tappet_kind_date: ['comment_approved', 'comment_type', 'comment_date', 'comment_ID'],
      tappet_kind_id: ['comment_approved', 'comment_type', 'comment_ID'],
      tappet_kind_post: ['comment_approved', 'comment_type', 'comment_post_ID', 'comment_ID'],
      tappet_kind_parent: ['comment_approved', 'comment_type', 'comment_parent', 'comment_ID'],
    },
  },
  commentmeta: meta('meta_id', 'comment_id'),
  users: {
    columns: {
      ID: id,
      user_login: name(60),
      user_pass: key(255),
      user_nicename: name(50),
      user_email: name(100),
      user_url: key(100),
      user_registered: date,
      user_activation_key: key(255),
      user_status: integer(),
      display_name: name(250),
    },
    indexes: {
      user_login_key: ['user_login'],
      user_nicename: ['user_nicename'],
      user_email: ['user_email'],
    },
    textOrders: { tappet_display_name: ['display_name', 'ID'] },
  },
  usermeta: meta('umeta_id', 'user_id'),
  options: {
    columns: { option_id: id, option_name: key(191), option_value: text, autoload: key(20, 'yes') },
    uniques: { option_name: ['option_name'] },
    indexes: { autoload: ['autoload'] },
  },
};

/** Columns that are looked up without regard to case, by table. */
export const FOLDED_LOOKUPS: Readonly<Record<string, readonly string[]>> = {
  users: ['user_login', 'user_email', 'user_nicename', 'display_name'],
  terms: ['name'],
  comments: ['comment_author_email'],
};
