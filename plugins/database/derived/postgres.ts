import { fillStatements } from './fill.ts';
import { type Names, namesFor } from './names.ts';

/**
 * The statements that make the derived tables of a site on PostgreSQL anew, fill them, and have triggers follow. Counts
 * are stored as changes, which are summed: transactions that write at once then have no row in common to wait for.
 */
export function postgresStatements(prefix: string): string[] {
  const names = namesFor(prefix);
  const triggers = triggersOf(names);
  return [
    `drop table if exists ${names.termPosts}`,
    `drop table if exists ${names.counts}`,
    `create table ${names.counts} (kind text not null, post_type text not null, post_status text not null,
      bucket text not null, items bigint not null)`,
    `create index on ${names.counts} (kind, post_type, post_status, bucket) include (items)`,
    `create table ${names.termPosts} (term_taxonomy_id bigint not null, post_type text not null,
      post_status text not null, post_date text not null, post_id bigint not null,
      primary key (term_taxonomy_id, post_type, post_status, post_date, post_id))`,
    ...fillStatements(names),
    // The tables are found by the present search path, whatever search path a later writer has.
    ...triggers.flatMap(({ name, table, event, rows, body }) => [
      `drop trigger if exists ${name} on ${table}`,
      `create or replace function ${name}() returns trigger language plpgsql set search_path from current
       as $$ begin ${body}; return null; end $$`,
      `create trigger ${name} after ${event} on ${table} ${rows} for each statement execute function ${name}()`,
    ]),
  ];
}

/** The statement that sums the changes of counts, unless another session is doing so. */
export const compactStatement = (prefix: string): string => {
  const { counts } = namesFor(prefix);
  return `with gone as (delete from ${counts} where
       (select pg_try_advisory_xact_lock(hashtextextended(current_schema() || '${prefix}tappet_post_counts', 0)))
       returning *)
     insert into ${counts} (kind, post_type, post_status, bucket, items)
     select kind, post_type, post_status, bucket, sum(items) from gone group by 1, 2, 3, 4 having sum(items) <> 0`;
};

interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly event: string;
  /** What the rows of a statement are called. */
  readonly rows: string;
  readonly body: string;
}

function triggersOf({ posts, relations, counts, termPosts, trigger }: Names): Trigger[] {
  const isNew = 'referencing new table as new_rows';
  const isOld = 'referencing old table as old_rows';
  const both = `${isNew} old table as old_rows`;
  const ofPosts = (rows: string, by: 1 | -1) =>
    `select 'month' as kind, post_type, post_status, substr(post_date, 1, 7) as bucket, ${by} as items from ${rows}
     union all select 'author', post_type, post_status, post_author::text, ${by} from ${rows}`;
  const ofTerms = (rows: string, by: 1 | -1) =>
    `select 'term' as kind, post_type, post_status, term_taxonomy_id::text as bucket, ${by} as items from ${rows}`;
  const count = (...changes: string[]) =>
    `insert into ${counts} (kind, post_type, post_status, bucket, items)
     select kind, post_type, post_status, bucket, sum(items) from (${changes.join(' union all ')}) changes
     group by 1, 2, 3, 4 having sum(items) <> 0`;
  const place = '"ID", post_type, post_status, post_date';
  const relatePosts = (rows: string) =>
    `insert into ${termPosts} (term_taxonomy_id, post_type, post_status, post_date, post_id)
     select r.term_taxonomy_id, p.post_type, p.post_status, p.post_date, p."ID"
     from ${rows} p join ${relations} r on r.object_id = p."ID" on conflict do nothing`;
  const unrelatePosts = (rows: string) =>
    `delete from ${termPosts} t using ${rows} p, ${relations} r where r.object_id = p."ID"
     and t.term_taxonomy_id = r.term_taxonomy_id and t.post_type = p.post_type and t.post_status = p.post_status
     and t.post_date = p.post_date and t.post_id = p."ID"`;
  // A post that another transaction changes has to be waited for: its change could not see these relations.
  const hold = (rows: string) =>
    `perform 1 from ${posts} where "ID" in (select object_id from ${rows}) order by "ID" for no key update`;
  const relate = `insert into ${termPosts} (term_taxonomy_id, post_type, post_status, post_date, post_id)
     select r.term_taxonomy_id, p.post_type, p.post_status, p.post_date, p."ID"
     from new_rows r join ${posts} p on p."ID" = r.object_id on conflict do nothing`;
  const unrelate = `delete from ${termPosts} t using old_rows r, ${posts} p where p."ID" = r.object_id
     and t.term_taxonomy_id = r.term_taxonomy_id and t.post_type = p.post_type and t.post_status = p.post_status
     and t.post_date = p.post_date and t.post_id = p."ID"`;
  const on = (table: 'posts' | 'term_relationships' | 'term_posts', event: string, rows: string, body: string[]) => ({
    name: trigger(table, event),
    table: { posts, term_relationships: relations, term_posts: termPosts }[table],
    event,
    rows,
    body: body.join('; '),
  });
  const moved = (from: string, to: string) => `(select ${place} from ${from} except select ${place} from ${to})`;
  return [
    on('posts', 'insert', isNew, [count(ofPosts('new_rows', 1)), relatePosts('new_rows')]),
    on('posts', 'delete', isOld, [count(ofPosts('old_rows', -1)), unrelatePosts('old_rows')]),
    on('posts', 'update', both, [
      count(ofPosts('old_rows', -1), ofPosts('new_rows', 1)),
      unrelatePosts(moved('old_rows', 'new_rows')),
      relatePosts(moved('new_rows', 'old_rows')),
    ]),
    on('posts', 'truncate', '', [`delete from ${termPosts}`, `delete from ${counts}`]),
    on('term_relationships', 'insert', isNew, [hold('new_rows'), relate]),
    on('term_relationships', 'delete', isOld, [hold('old_rows'), unrelate]),
    on('term_relationships', 'update', both, [hold('old_rows'), hold('new_rows'), unrelate, relate]),
    on('term_relationships', 'truncate', '', [`delete from ${termPosts}`]),
    on('term_posts', 'insert', isNew, [count(ofTerms('new_rows', 1))]),
    on('term_posts', 'delete', isOld, [count(ofTerms('old_rows', -1))]),
  ];
}
