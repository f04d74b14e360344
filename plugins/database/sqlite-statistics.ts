/** By index: how many rows fit its first column, its first two columns, and so on, on average. */
type Indexes = Readonly<Record<string, readonly number[]>>;

/**
 * What SQLite's planner assumes of the site's tables: the rows of each, and how many of them fit the columns of its
 * indexes. The numbers are those of a site with 100,000 posts, rounded; `primary` stands for the index that the table's
 * primary key makes.
 */
const STATISTICS: Readonly<Record<string, readonly [rows: number, indexes: Indexes]>> = {
  posts: [
    150_000,
    {
      post_name: [1],
      type_status_date: [50_000, 30_000, 1, 1],
      post_parent: [4],
      post_author: [3_000],
      tappet_type_status_modified: [50_000, 30_000, 1, 1],
      tappet_author_type_status_date: [3_000, 1_500, 750, 1, 1],
      tappet_parent_type_order: [4, 4, 3, 1],
      tappet_status_date_gmt: [30_000, 1],
      tappet_type_mime_status_date: [50_000, 30_000, 20_000, 1, 1],
      tappet_type_status_author: [50_000, 30_000, 500, 1],
      tappet_type_status_order: [50_000, 30_000, 1_000, 1],
      tappet_type_status_id: [50_000, 30_000, 1],
      tappet_type_status_name: [50_000, 30_000, 1, 1],
      tappet_type_status_parent: [50_000, 30_000, 3, 1],
      tappet_type_status_title: [50_000, 30_000, 1, 1],
    },
  ],
  postmeta: [300_000, { post_id: [3], meta_key: [30_000] }],
  terms: [5_000, { slug: [1], name: [1] }],
  termmeta: [5_000, { term_id: [2], meta_key: [500] }],
  term_taxonomy: [5_000, { term_id_taxonomy: [1, 1], taxonomy: [2_500], tappet_taxonomy_parent: [2_500, 120] }],
  term_relationships: [400_000, { primary: [4, 1], term_taxonomy_id: [80], tappet_term_object: [80, 1] }],
  comments: [
    150_000,
    {
      comment_post_ID: [15],
      comment_approved_date_gmt: [75_000, 10],
      comment_date_gmt: [15],
      comment_parent: [100],
      comment_author_email: [15],
      tappet_post_approved_date: [15, 10, 10, 1],
      tappet_user_id: [500],
      tappet_parent_approved_date: [100, 100, 1, 1],
      tappet_kind_date_gmt: [75_000, 75_000, 10, 1, 1, 1, 1],
      tappet_kind_date: [75_000, 75_000, 10, 1],
      tappet_kind_id: [75_000, 75_000, 1],
      tappet_kind_post: [75_000, 75_000, 15, 1],
      tappet_kind_parent: [75_000, 75_000, 100, 1],
    },
  ],
  commentmeta: [50_000, { comment_id: [2], meta_key: [5_000] }],
  users: [
    1_000,
    {
      user_login_key: [1],
      user_nicename: [1],
      user_email: [1],
      tappet_display_name: [1, 1],
      tappet_registered: [1, 1],
      tappet_url: [10, 1],
    },
  ],
  usermeta: [10_000, { user_id: [10], meta_key: [500] }],
  options: [500, { option_name: [1], autoload: [250] }],
  tappet_post_counts: [10_000, { primary: [3_000, 1_500, 750, 1] }],
  tappet_comment_counts: [1_000, { primary: [300, 300, 100, 1] }],
  tappet_term_posts: [400_000, { primary: [80, 80, 45, 1, 1] }],
};

/** Tables without row ids, whose primary key is listed under the name of the table. */
const WITHOUT_ROW_IDS = new Set(['tappet_comment_counts', 'tappet_post_counts', 'tappet_term_posts']);

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * The statements that give a site's tables fixed statistics in place of those that `ANALYZE` finds. So every site has the
 * plans of a large one, also while an import makes it large; see "fixed results of ANALYZE" in SQLite's manual. Who runs
 * `ANALYZE` replaces them.
 */
export function statisticsStatements(prefix: string): string[] {
  const rows = Object.entries(STATISTICS).flatMap(([name, [total, indexes]]) => {
    const table = `${prefix}${name}`;
    const indexName = (index: string) => {
      if (index !== 'primary') return `${table}_${index}`;
      return WITHOUT_ROW_IDS.has(name) ? table : `sqlite_autoindex_${table}_1`;
    };
    return Object.entries(indexes).map(
      ([index, fitting]) => `(${quoted(table)}, ${quoted(indexName(index))}, '${[total, ...fitting].join(' ')}')`,
    );
  });
  const tables = Object.keys(STATISTICS).map((name) => quoted(`${prefix}${name}`));
  return [
    // Makes the table of statistics where it is missing.
    `analyze "${prefix}options"`,
    // Samples of columns, which would come before what follows.
    'drop table if exists sqlite_stat4',
    `delete from sqlite_stat1 where tbl in (${tables.join(', ')})`,
    `insert into sqlite_stat1 (tbl, idx, stat) values ${rows.join(', ')}`,
    // Has the open connection read it again.
    'analyze sqlite_schema',
  ];
}
