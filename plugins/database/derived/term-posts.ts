import type { Names } from './names.ts';

/** What the triggers of items and terms say alike on SQLite and MariaDB of the table of items by term. */
export function termPostStatements({ posts, relations, termPosts }: Names) {
  return {
    /** The rows of an item that is stored. */
    ofPost: `select r.term_taxonomy_id, new.post_type, new.post_status, new.post_date, new."ID"
     from ${relations} r where r.object_id = new."ID"`,
    /** The row of a relation that is stored. */
    ofRelation: `select new.term_taxonomy_id, p.post_type, p.post_status, p.post_date, p."ID"
     from ${posts} p where p."ID" = new.object_id`,
    /** Takes away the rows of an item as it was. */
    unrelatePost: `delete from ${termPosts} where term_taxonomy_id in
     (select term_taxonomy_id from ${relations} where object_id = old."ID")
     and post_type = old.post_type and post_status = old.post_status and post_date = old.post_date
     and post_id = old."ID"`,
  };
}
