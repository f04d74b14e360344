/**
 * Hand-written code that reads posts: better-sqlite3, prepared statements, no layers. The items are those of the
 * interface, from the same database file.
 */
import { Sqlite as Database } from '../../../plugins/database/sqlite-driver.ts';
import { settings } from '../processes/settings.ts';
import { PER_PAGE } from './app.ts';
import { grouped, type Row, show } from './show.ts';

export const db = new Database(settings.database.replace('sqlite:', ''));
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

/** Items as the interface shows them; each kind of related data is read in one statement. */
export function shown(rows: readonly Row[], base: string): Row[] {
  const ids = Array.from({ length: PER_PAGE }, (_, at) => rows[at]?.ID ?? 0);
  const related = {
    terms: grouped(termsOf.all(ids) as Row[], 'object_id'),
    revisions: new Map((revisionsOf.all(ids) as Row[]).map((row) => [row.post_parent, row.revisions])),
    meta: grouped(metaOf.all(ids) as Row[], 'post_id'),
  };
  return show(rows, related, base);
}
