/**
 * Hand-written code that reads posts: better-sqlite3, prepared statements, no layers. The items are those of the
 * interface, from the same database file.
 */
import { Sqlite as Database } from '../../../plugins/database/sqlite-driver.ts';
import { settings } from '../processes/settings.ts';

/** The path of the list. */
export const LIST = '/cms-json/cms/v2/posts';
export const PER_PAGE = 10;
export const db = new Database(settings.database);
db.pragma('journal_mode = wal');
db.pragma('synchronous = full');
export const list = db.prepare<[number], Row>(
  `select * from wp_posts where post_type = 'post' and post_status = 'publish'
   order by post_date desc limit ${PER_PAGE} offset ?`,
);
export const one = db.prepare<[number], Row>(
  "select * from wp_posts where ID = ? and post_type = 'post' and post_status = 'publish'",
);
export const total = db
  .prepare("select count(*) as total from wp_posts where post_type = 'post' and post_status = 'publish'")
  .pluck();
const marks = Array(PER_PAGE).fill('?').join(',');
const termsOf = db.prepare(
  `select r.object_id, t.term_id, tt.taxonomy from wp_term_relationships r
   join wp_term_taxonomy tt on tt.term_taxonomy_id = r.term_taxonomy_id
   join wp_terms t on t.term_id = tt.term_id where r.object_id in (${marks}) order by t.name`,
);
const revisionsOf = db.prepare(
  `select post_parent, count(*) as revisions from wp_posts
   where post_type = 'revision' and post_parent in (${marks}) group by post_parent`,
);
const metaOf = db.prepare(`select post_id, meta_key, meta_value from wp_postmeta where post_id in (${marks})`);

/** A row of the database, whose columns this handler knows. */
// biome-ignore lint/suspicious/noExplicitAny: what a hand-written handler would do.
export type Row = Record<string, any>;

/** The paragraphs of block markup, as the interface renders them. */
const rendered = (content: string) => content.replace(/<!-- \/?wp:.*? -->/g, '').replace(/^\n?(.*?)\n?$/s, '\n$1\n');

function grouped(rows: readonly Row[], column: string): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[column]!);
    if (group === undefined) groups.set(row[column]!, [row]);
    else group.push(row);
  }
  return groups;
}

/** Items as the interface shows them; each kind of related data is read in one statement. */
export function shown(rows: readonly Row[], base: string): Row[] {
  const api = `${base}/cms-json/cms/v2`;
  const ids = Array.from({ length: PER_PAGE }, (_, at) => rows[at]?.ID ?? 0);
  const terms = grouped(termsOf.all(ids) as Row[], 'object_id');
  const revisions = new Map((revisionsOf.all(ids) as Row[]).map((row) => [row.post_parent, row.revisions]));
  const meta = grouped(metaOf.all(ids) as Row[], 'post_id');
  return rows.map((row) => {
    const own = terms.get(row.ID) ?? [];
    const of = (taxonomy: string) => own.filter((term) => term.taxonomy === taxonomy).map((term) => term.term_id);
    const values = meta.get(row.ID) ?? [];
    const value = (key: string) => values.find((entry) => entry.meta_key === key)?.meta_value;
    const self = `${api}/posts/${row.ID}`;
    return {
      id: row.ID,
      date: row.post_date.replace(' ', 'T'),
      date_gmt: row.post_date_gmt.replace(' ', 'T'),
      guid: { rendered: row.guid },
      modified: row.post_modified.replace(' ', 'T'),
      modified_gmt: row.post_modified_gmt.replace(' ', 'T'),
      slug: row.post_name,
      status: row.post_status,
      type: row.post_type,
      link: `${base}/${row.post_date.slice(0, 10).replaceAll('-', '/')}/${row.post_name}/`,
      title: { rendered: row.post_title },
      content: { rendered: rendered(row.post_content), protected: false },
      excerpt: { rendered: `<p>${row.post_excerpt}</p>\n`, protected: false },
      author: row.post_author,
      featured_media: Number(value('_thumbnail_id') ?? 0),
      comment_status: row.comment_status,
      ping_status: row.ping_status,
      sticky: false,
      template: value('_wp_page_template') ?? '',
      format: 'standard',
      meta: [],
      categories: of('category'),
      tags: of('post_tag'),
      _links: {
        self: [{ href: self }],
        collection: [{ href: `${api}/posts` }],
        about: [{ href: `${api}/types/post` }],
        author: [{ embeddable: true, href: `${api}/users/${row.post_author}` }],
        replies: [{ embeddable: true, href: `${api}/comments?post=${row.ID}` }],
        'version-history': [{ count: revisions.get(row.ID) ?? 0, href: `${self}/revisions` }],
        'cms:attachment': [{ href: `${api}/media?parent=${row.ID}` }],
        'cms:term': [
          { taxonomy: 'category', embeddable: true, href: `${api}/categories?post=${row.ID}` },
          { taxonomy: 'post_tag', embeddable: true, href: `${api}/tags?post=${row.ID}` },
        ],
        curies: [{ name: 'cms', href: 'https://api.w.org/{rel}', templated: true }],
      },
    };
  });
}
