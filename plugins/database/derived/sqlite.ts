import { type Counted, countedTables } from './counted.ts';
import type { DerivedFrom } from './derived-from.ts';
import { fillCounts, fillTermPosts } from './fill.ts';
import { type Names, namesFor } from './names.ts';
import { termPostStatements } from './term-posts.ts';

/** The statements that make the derived tables of items or comments on SQLite anew, fill them, and have triggers follow. */
export function sqliteStatements(prefix: string, from: DerivedFrom): string[] {
  const names = namesFor(prefix);
  const { posts, termPosts, comments } = countedTables(names);
  return from === 'posts'
    ? [
        ...dropped(postTriggers(names)),
        `drop table if exists ${names.termPosts}`,
        ...tableOfCounts(posts),
        `create table ${names.termPosts} (term_taxonomy_id integer not null, post_type text not null,
          post_status text not null, post_date text not null, post_id integer not null,
          primary key (term_taxonomy_id, post_type, post_status, post_date, post_id)) without rowid`,
        fillTermPosts(names),
        ...fillCounts(posts),
        ...fillCounts(termPosts),
        ...created(postTriggers(names)),
      ]
    : [
        ...dropped(commentTriggers(names)),
        ...tableOfCounts(comments),
        ...fillCounts(comments),
        ...created(commentTriggers(names)),
      ];
}

const tableOfCounts = ({ counts, type, status }: Counted) => [
  `drop table if exists ${counts}`,
  `create table ${counts} (kind text not null, ${type} text not null, ${status} text not null, bucket text not null,
    items integer not null, primary key (kind, ${type}, ${status}, bucket)) without rowid`,
];

/** Triggers by name. */
type Triggers = readonly (readonly [name: string, body: string])[];

const dropped = (triggers: Triggers) => triggers.map(([name]) => `drop trigger if exists ${name}`);
const created = (triggers: Triggers) => triggers.map(([name, body]) => `create trigger ${name} ${body}`);

/** Adds to the counts of a row. The clauses on conflicts hold under `insert or …` of any writer. */
function count({ counts, type, status, buckets }: Counted, ...changes: (readonly [row: 'old' | 'new', by: 1 | -1])[]) {
  const rows = changes.flatMap(([row, by]) =>
    buckets.map(({ kind, of }) => `('${kind}', ${row}.${type}, ${row}.${status}, ${of(row)}, ${by})`),
  );
  return `insert into ${counts} (kind, ${type}, ${status}, bucket, items) values ${rows.join(', ')}
    on conflict (kind, ${type}, ${status}, bucket) do update set items = items + excluded.items`;
}

/** What has counts follow the changes of a row. */
function countUpdates(counted: Counted): string {
  const columns = [counted.type, counted.status, ...counted.buckets.flatMap((bucket) => bucket.columns)];
  return `after update of ${columns.join(', ')} on ${counted.table} when ${differs(columns)}
    begin ${count(counted, ['old', -1], ['new', 1])}; end`;
}

const differs = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} is not new.${column}`).join(' or ');

function commentTriggers(names: Names): Triggers {
  const { comments } = countedTables(names);
  const { table } = comments;
  return [
    [names.trigger('comments', 'insert'), `after insert on ${table} begin ${count(comments, ['new', 1])}; end`],
    [names.trigger('comments', 'delete'), `after delete on ${table} begin ${count(comments, ['old', -1])}; end`],
    [names.trigger('comments', 'count'), countUpdates(comments)],
  ];
}

function postTriggers(names: Names): Triggers {
  const { posts, relations, termPosts, trigger } = names;
  const counted = countedTables(names);
  const relate = (from: string) =>
    `insert into ${termPosts} (term_taxonomy_id, post_type, post_status, post_date, post_id) ${from}
     on conflict do nothing`;
  const { ofPost, ofRelation, unrelatePost } = termPostStatements(names);
  const relatePost = relate(ofPost);
  const relateTerm = relate(ofRelation);
  const unrelateTerm = `delete from ${termPosts} where term_taxonomy_id = old.term_taxonomy_id
     and (post_type, post_status, post_date, post_id) =
      (select post_type, post_status, post_date, "ID" from ${posts} where "ID" = old.object_id)`;
  const countPost = (row: 'old' | 'new', by: 1 | -1) => count(counted.posts, [row, by]);
  const countTerm = (row: 'old' | 'new', by: 1 | -1) => count(counted.termPosts, [row, by]);
  const placed = ['"ID"', 'post_type', 'post_status', 'post_date'];
  return [
    [trigger('posts', 'insert'), `after insert on ${posts} begin ${countPost('new', 1)}; ${relatePost}; end`],
    [trigger('posts', 'delete'), `after delete on ${posts} begin ${countPost('old', -1)}; ${unrelatePost}; end`],
    [trigger('posts', 'count'), countUpdates(counted.posts)],
    [
      trigger('posts', 'place'),
      `after update of ${placed.join(', ')} on ${posts} when ${differs(placed)}
       begin ${unrelatePost}; ${relatePost}; end`,
    ],
    [trigger('term_relationships', 'insert'), `after insert on ${relations} begin ${relateTerm}; end`],
    [trigger('term_relationships', 'delete'), `after delete on ${relations} begin ${unrelateTerm}; end`],
    [
      trigger('term_relationships', 'update'),
      `after update of object_id, term_taxonomy_id on ${relations} begin ${unrelateTerm}; ${relateTerm}; end`,
    ],
    [trigger('term_posts', 'insert'), `after insert on ${termPosts} begin ${countTerm('new', 1)}; end`],
    [trigger('term_posts', 'delete'), `after delete on ${termPosts} begin ${countTerm('old', -1)}; end`],
  ];
}
