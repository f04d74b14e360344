import { sql } from 'kysely';
import type { Database } from '../../plugins/database/index.ts';

/** Compares derived counts with the rows of a table, by kind and bucket; items are counted by term, too. */
function compared(of: 'post' | 'comment', rows: string, buckets: Readonly<Record<string, string>>) {
  const [type, status] = of === 'post' ? ['post_type', 'post_status'] : ['comment_type', 'comment_approved'];
  const [table = '', alias] = rows.split(' ');
  const label = (kind: string, bucket: string) => `'${kind} ' || ${type} || ' ' || ${status} || ' ' || ${bucket}`;
  const stored = Object.entries(buckets).map(
    ([kind, bucket]) => sql`select ${sql.raw(label(kind, bucket))}, 0, 1 from ${sql.table(table)} ${sql.raw(alias!)}`,
  );
  const terms = sql`select ${sql.raw(label('term', "term_taxonomy_id || ''"))}, 0, 1
    from ${sql.table('posts')} p join ${sql.table('term_relationships')} r on r.object_id = p.${sql.ref('ID')}`;
  const all = [...stored, ...(of === 'post' ? [terms] : [])];
  return sql`select what, sum(counted) as counted, sum(stored) as stored from (
      select kind || ' ' || ${sql.raw(type!)} || ' ' || ${sql.raw(status!)} || ' ' || bucket as what, items as counted,
        0 as stored from ${sql.table(`tappet_${of}_counts`)}
      union all ${sql.join(all, sql` union all `)}
    ) both_sides group by what`;
}

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
  'derived count of': compared('post', 'posts p', {
    month: 'substr(p.post_date, 1, 7)',
    month_modified: 'substr(p.post_modified, 1, 7)',
    author: "p.post_author || ''",
    mime: 'p.post_mime_type',
    parent: "case when p.post_parent = 0 then 'none' else 'some' end",
  }),
  'derived count of comments': compared('comment', 'comments p', {
    month: 'substr(p.comment_date, 1, 7)',
    month_gmt: 'substr(p.comment_date_gmt, 1, 7)',
    parent: "case when p.comment_parent = 0 then 'none' else 'some' end",
    user: "case when p.user_id = 0 then 'none' else 'some' end",
  }),
  'relations of missing post': sql`
    select object_id as what, count(*) as counted, 0 as stored from ${sql.table('term_relationships')}
    where object_id not in (select ${sql.ref('ID')} from ${sql.table('posts')}) group by object_id`,
  'comments of missing post': sql`
    select ${sql.ref('comment_post_ID')} as what, count(*) as counted, 0 as stored from ${sql.table('comments')}
    where ${sql.ref('comment_post_ID')} not in (select ${sql.ref('ID')} from ${sql.table('posts')})
    group by ${sql.ref('comment_post_ID')}`,
};

/** The counts of a site that are not what is stored, a line each: terms, comments, months, authors, types, and what is left over. */
export async function wrongCounts({ db }: Database): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, query] of Object.entries(CHECKS)) {
    const { rows } = await sql<{ what: unknown; counted: number; stored: number }>`
      select * from (${query}) checked where counted <> stored`.execute(db);
    wrong.push(...rows.map(({ what, counted, stored }) => `${name} ${what}: ${counted} for ${stored}`));
  }
  return wrong;
}
