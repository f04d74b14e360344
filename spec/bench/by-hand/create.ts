import { db } from './posts.ts';
import { nowStored, type Row, slugOf } from './show.ts';

const slugIsTaken = db.prepare("select 1 from wp_posts where post_name = ? and post_type = 'post'");
const insert = db.prepare(
  `insert into wp_posts (post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status,
    post_name, post_modified, post_modified_gmt, guid, to_ping, pinged, post_content_filtered)
   values (1, ?, ?, ?, ?, '', 'publish', ?, ?, ?, ?, '', '', '')`,
);
const relate = db.prepare('insert into wp_term_relationships (object_id, term_taxonomy_id) values (?, ?)');
const count = db.prepare('update wp_term_taxonomy set count = count + 1 where term_taxonomy_id = ?');
const termOf = db
  .prepare("select term_taxonomy_id from wp_term_taxonomy where taxonomy = 'category' and term_id = ?")
  .pluck();
const created = db.prepare<[number | bigint], Row>('select * from wp_posts where ID = ?');

/** Creates a post in one transaction, and answers when it is on disk. */
export const createPost = db.transaction(({ title, content, categories }: Row, base: string): Row => {
  const now = nowStored();
  const wanted = slugOf(title);
  let slug = wanted;
  for (let suffix = 2; slugIsTaken.get(slug) !== undefined; suffix++) slug = `${wanted}-${suffix}`;
  const { lastInsertRowid: id } = insert.run(now, now, content, title, slug, now, now, `${base}/?p=${Date.now()}`);
  for (const category of categories as number[]) {
    const row = termOf.get(category);
    relate.run(id, row);
    count.run(row);
  }
  return created.get(id)!;
}).immediate;
