import { type Counted, countedTables } from './counted.ts';
import type { DerivedFrom } from './derived-from.ts';
import { fillCounts, fillTermPosts } from './fill.ts';
import { type Names, namesFor } from './names.ts';

/**
 * The statements that make the derived tables of items or comments on PostgreSQL anew, fill them, and have triggers
 * follow. Counts are stored as changes, which are summed: transactions that write at once then have no row in common to
 * wait for.
 */
export function postgresStatements(prefix: string, from: DerivedFrom): string[] {
  const names = namesFor(prefix);
  const { posts, termPosts, comments } = countedTables(names);
  // Writers end first, and the next ones wait: in the midst of it they would wait for each other.
  const lock = (...tables: string[]) => `lock table ${tables.join(', ')} in access exclusive mode`;
  return from === 'posts'
    ? [
        lock(names.posts, names.relations),
        `drop table if exists ${names.termPosts}`,
        ...tableOfCounts(posts),
        `create table ${names.termPosts} (term_taxonomy_id bigint not null, post_type text not null,
          post_status text not null, post_date text not null, post_id bigint not null,
          primary key (term_taxonomy_id, post_type, post_status, post_date, post_id))`,
        fillTermPosts(names),
        ...fillCounts(posts),
        ...fillCounts(termPosts),
        ...created(postTriggers(names)),
      ]
    : [lock(names.comments), ...tableOfCounts(comments), ...fillCounts(comments), ...created(commentTriggers(names))];
}

const tableOfCounts = ({ counts, type, status }: Counted) => [
  `drop table if exists ${counts}`,
  `create table ${counts} (kind text not null, ${type} text not null, ${status} text not null, bucket text not null,
    items bigint not null)`,
  `create index on ${counts} (kind, ${type}, ${status}, bucket) include (items)`,
];

// The tables are found by the present search path, whatever search path a later writer has.
const created = (triggers: readonly Trigger[]) =>
  triggers.flatMap(({ name, table, event, rows, body }) => [
    `drop trigger if exists ${name} on ${table}`,
    `create or replace function ${name}() returns trigger language plpgsql set search_path from current
     as $$ begin ${body}; return null; end $$`,
    `create trigger ${name} after ${event} on ${table} ${rows} for each statement execute function ${name}()`,
  ]);

/** The statements that sum the changes of counts, unless another session is doing so. */
export function compactStatements(prefix: string): string[] {
  const { posts, comments } = countedTables(namesFor(prefix));
  return [posts, comments].map(
    ({ counts, type, status }) => `with gone as (delete from ${counts} where
       (select pg_try_advisory_xact_lock(hashtextextended(current_schema() || '${counts}', 0)))
       returning *)
     insert into ${counts} (kind, ${type}, ${status}, bucket, items)
     select kind, ${type}, ${status}, bucket, sum(items) from gone group by 1, 2, 3, 4 having sum(items) <> 0`,
  );
}

interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly event: string;
  /** What the rows of a statement are called. */
  readonly rows: string;
  readonly body: string;
}

const IS_NEW = 'referencing new table as new_rows';
const IS_OLD = 'referencing old table as old_rows';
const BOTH = `${IS_NEW} old table as old_rows`;

/** The changes of counts by rows that came or went. */
const changesBy = ({ type, status, buckets }: Counted, rows: string, by: 1 | -1) =>
  buckets.map(
    ({ kind, of }) =>
      `select '${kind}' as kind, t.${type}, t.${status}, ${of('t')} as bucket, ${by} as items from ${rows} t`,
  );

/** Stores changes of counts. */
const count = ({ counts, type, status }: Counted, ...changes: readonly string[]) =>
  `insert into ${counts} (kind, ${type}, ${status}, bucket, items)
   select kind, ${type}, ${status}, bucket, sum(items) from (${changes.join(' union all ')}) changes
   group by 1, 2, 3, 4 having sum(items) <> 0`;

const counted = (table: Counted, by: 'new' | 'old' | 'both') =>
  count(
    table,
    ...(by === 'new' ? [] : changesBy(table, 'old_rows', -1)),
    ...(by === 'old' ? [] : changesBy(table, 'new_rows', 1)),
  );

function commentTriggers(names: Names): Trigger[] {
  const { comments } = countedTables(names);
  const on = (event: string, rows: string, body: string) => ({
    name: names.trigger('comments', event),
    table: comments.table,
    event,
    rows,
    body,
  });
  return [
    on('insert', IS_NEW, counted(comments, 'new')),
    on('delete', IS_OLD, counted(comments, 'old')),
    on('update', BOTH, counted(comments, 'both')),
    on('truncate', '', `delete from ${comments.counts}`),
  ];
}

function postTriggers(names: Names): Trigger[] {
  const { posts, relations, postCounts, termPosts, trigger } = names;
  const tables = countedTables(names);
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
    on('posts', 'insert', IS_NEW, [counted(tables.posts, 'new'), relatePosts('new_rows')]),
    on('posts', 'delete', IS_OLD, [counted(tables.posts, 'old'), unrelatePosts('old_rows')]),
    on('posts', 'update', BOTH, [
      counted(tables.posts, 'both'),
      unrelatePosts(moved('old_rows', 'new_rows')),
      relatePosts(moved('new_rows', 'old_rows')),
    ]),
    on('posts', 'truncate', '', [`delete from ${termPosts}`, `delete from ${postCounts}`]),
    on('term_relationships', 'insert', IS_NEW, [hold('new_rows'), relate]),
    on('term_relationships', 'delete', IS_OLD, [hold('old_rows'), unrelate]),
    on('term_relationships', 'update', BOTH, [hold('old_rows'), hold('new_rows'), unrelate, relate]),
    on('term_relationships', 'truncate', '', [`delete from ${termPosts}`]),
    on('term_posts', 'insert', IS_NEW, [counted(tables.termPosts, 'new')]),
    on('term_posts', 'delete', IS_OLD, [counted(tables.termPosts, 'old')]),
  ];
}
