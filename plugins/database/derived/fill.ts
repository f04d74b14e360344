import type { Names } from './names.ts';

/** The statements that fill the derived tables from those that they follow. */
export const fillStatements = ({ posts, relations, counts, termPosts }: Names): string[] => [
  // Both sides are read from indexes alone; the order is that of the table that is filled.
  `insert into ${termPosts} (term_taxonomy_id, post_type, post_status, post_date, post_id)
   select r.term_taxonomy_id, p.post_type, p.post_status, p.post_date, p."ID"
   from ${posts} p cross join ${relations} r where r.object_id = p."ID" order by 1, 2, 3, 4, 5`,
  `insert into ${counts} (kind, post_type, post_status, bucket, items)
   select 'month', post_type, post_status, substr(post_date, 1, 7), count(*) from ${posts} group by 2, 3, 4`,
  `insert into ${counts} (kind, post_type, post_status, bucket, items)
   select 'author', post_type, post_status, cast(post_author as text), count(*) from ${posts}
   group by post_type, post_status, post_author`,
  `insert into ${counts} (kind, post_type, post_status, bucket, items)
   select 'term', post_type, post_status, cast(term_taxonomy_id as text), count(*) from ${termPosts}
   group by post_type, post_status, term_taxonomy_id`,
];
