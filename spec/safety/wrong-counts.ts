import { sql } from 'kysely';
import type { Database } from '../../plugins/database/index.ts';

/** Each of these finds the counts that are not what is stored, in one statement, so that a site may be in use meanwhile. */
const CHECKS = {
  'count of term': sql`
    select tt.term_taxonomy_id as what, tt.count as counted, (select count(*)
      from ${sql.table('term_relationships')} r join ${sql.table('posts')} p on p.${sql.ref('ID')} = r.object_id
      where r.term_taxonomy_id = tt.term_taxonomy_id and p.post_status = 'publish' and p.post_type = 'post') as stored
    from ${sql.table('term_taxonomy')} tt where tt.taxonomy in ('category', 'post_tag', 'post_format')`,
  'comments of post': sql`
    select p.${sql.ref('ID')} as what, p.comment_count as counted, (select count(*)
      from ${sql.table('comments')} c
      where c.${sql.ref('comment_post_ID')} = p.${sql.ref('ID')} and c.comment_approved = '1') as stored
    from ${sql.table('posts')} p`,
  'derived count of': sql`
    select what, sum(counted) as counted, sum(stored) as stored from (
      select kind || ' ' || post_type || ' ' || post_status || ' ' || bucket as what, items as counted, 0 as stored
        from ${sql.table('tappet_post_counts')}
      union all select 'month ' || post_type || ' ' || post_status || ' ' || substr(post_date, 1, 7), 0, 1
        from ${sql.table('posts')}
      union all select 'author ' || post_type || ' ' || post_status || ' ' || cast(post_author as varchar(20)), 0, 1
        from ${sql.table('posts')}
      union all select 'term ' || post_type || ' ' || post_status || ' ' || cast(term_taxonomy_id as varchar(20)), 0, 1
        from ${sql.table('posts')} p join ${sql.table('term_relationships')} r on r.object_id = p.${sql.ref('ID')}
    ) both_sides group by what`,
  'relations of missing post': sql`
    select object_id as what, count(*) as counted, 0 as stored from ${sql.table('term_relationships')}
    where object_id not in (select ${sql.ref('ID')} from ${sql.table('posts')}) group by object_id`,
  'comments of missing post': sql`
    select ${sql.ref('comment_post_ID')} as what, count(*) as counted, 0 as stored from ${sql.table('comments')}
    where ${sql.ref('comment_post_ID')} not in (select ${sql.ref('ID')} from ${sql.table('posts')})
    group by ${sql.ref('comment_post_ID')}`,
};

/** The counts of a site that are not what is stored, a line each: terms, comments, months, authors, and what is left over. */
export async function wrongCounts({ db }: Database): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, query] of Object.entries(CHECKS)) {
    const { rows } = await sql<{ what: unknown; counted: number; stored: number }>`
      select * from (${query}) checked where counted <> stored`.execute(db);
    wrong.push(...rows.map(({ what, counted, stored }) => `${name} ${what}: ${counted} for ${stored}`));
  }
  return wrong;
}
