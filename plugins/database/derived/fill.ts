import type { Counted } from './counted.ts';
import type { Names } from './names.ts';

/** The select of items by term. Both sides are read from indexes alone. */
export const termPostsSelect = ({ posts, relations }: Names): string =>
  `select r.term_taxonomy_id, p.post_type, p.post_status, p.post_date, p."ID" as post_id
   from ${posts} p cross join ${relations} r where r.object_id = p."ID"`;

/** The statement that fills the table of items by term, in its own order. */
export const fillTermPosts = (names: Names): string =>
  `insert into ${names.termPosts} (term_taxonomy_id, post_type, post_status, post_date, post_id)
   ${termPostsSelect(names)} order by 1, 2, 3, 4, 5`;

/** The statements that count the rows of a table for the first time. */
export const fillCounts = ({ table, counts, type, status, buckets }: Counted): string[] =>
  buckets.map(
    ({ kind, of }) =>
      `insert into ${counts} (kind, ${type}, ${status}, bucket, items)
       select '${kind}', t.${type}, t.${status}, ${of('t')}, count(*) from ${table} t group by 2, 3, 4`,
  );
