import { type Kysely, sql } from 'kysely';
import { type Counted, countedTables } from '../derived/counted.ts';
import type { DerivedFrom } from '../derived/derived-from.ts';
import { fillCounts, fillTermPosts } from '../derived/fill.ts';
import { type Names, namesFor } from '../derived/names.ts';
import { termPostStatements } from '../derived/term-posts.ts';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';
import { COLLATION } from './layout.ts';

/** How many rows a count is spread over, so that transactions which write at once seldom wait for one row. */
const SHARDS = 64;

/** The row of a count that a session adds to: the sessions of a pool have numbers that follow each other. */
export const SHARD = `connection_id() % ${SHARDS}`;

/**
 * The statements that make the derived tables of items or comments on MariaDB and MySQL anew, fill them, and have triggers
 * follow. Their texts are compared as those that they come from, whose collation another program may have chosen.
 */
export async function mysqlStatements(prefix: string, from: DerivedFrom, db: Kysely<Tables>): Promise<string[]> {
  const names = namesFor(prefix);
  const { posts, termPosts, comments } = countedTables(names);
  const end = `engine = InnoDB collate = ${await collationOf(db, `${prefix}${from}`)}`;
  return from === 'posts'
    ? [
        ...dropped(postTriggers(names)),
        `drop table if exists ${names.termPosts}`,
        ...tableOfCounts(posts, end),
        `create table ${names.termPosts} (term_taxonomy_id bigint unsigned not null, post_type varchar(20) not null,
          post_status varchar(20) not null, post_date datetime not null, post_id bigint unsigned not null,
          primary key (term_taxonomy_id, post_type, post_status, post_date, post_id)) ${end}`,
        fillTermPosts(names),
        ...fillCounts(posts),
        ...fillCounts(termPosts),
        ...created(postTriggers(names)),
      ]
    : [
        ...dropped(commentTriggers(names)),
        ...tableOfCounts(comments, end),
        ...fillCounts(comments),
        ...created(commentTriggers(names)),
      ];
}

/** How the texts of a table are compared. */
async function collationOf(db: Kysely<Tables>, table: string): Promise<string> {
  const query = sql<{ name: string }>`select collation_name as name from information_schema.columns
    where table_schema = database() and table_name = ${table} and column_name in ('post_type', 'comment_type')`;
  const { rows } = await usingTables(query, {}).execute(db);
  return rows[0]?.name ?? COLLATION;
}

const tableOfCounts = ({ counts, type, status }: Counted, end: string) => [
  `drop table if exists ${counts}`,
  `create table ${counts} (kind varchar(20) not null, ${type} varchar(20) not null, ${status} varchar(20) not null,
    bucket varchar(100) not null, shard tinyint not null default 0, items bigint not null,
    primary key (kind, ${type}, ${status}, bucket, shard)) ${end}`,
];

/** A trigger: its name, and what follows it. */
type Triggers = readonly (readonly [name: string, body: string])[];

const dropped = (triggers: Triggers) => triggers.map(([name]) => `drop trigger if exists ${name}`);
const created = (triggers: Triggers) => triggers.map(([name, body]) => `create trigger ${name} ${body}`);

const each = (event: string, table: string, ...statements: readonly string[]) =>
  `after ${event} on ${table} for each row begin ${statements.map((statement) => `${statement}; `).join('')}end`;

/** Adds to the counts of a row. */
function count({ counts, type, status, buckets }: Counted, row: 'old' | 'new', by: 1 | -1): string {
  const rows = buckets.map(
    ({ kind, of }) => `('${kind}', ${row}.${type}, ${row}.${status}, ${of(row)}, ${SHARD}, ${by})`,
  );
  return `insert into ${counts} (kind, ${type}, ${status}, bucket, shard, items) values ${rows.join(', ')}
    on duplicate key update items = items + ${by}`;
}

/** Has counts follow the change of a row. */
function countUpdate(counted: Counted): string {
  const columns = [counted.type, counted.status, ...counted.buckets.flatMap((bucket) => bucket.columns)];
  return ifDiffers(columns, [count(counted, 'old', -1), count(counted, 'new', 1)]);
}

const ifDiffers = (columns: readonly string[], statements: readonly string[]) =>
  `if ${columns.map((column) => `not (old.${column} <=> new.${column})`).join(' or ')}
   then ${statements.map((statement) => `${statement}; `).join('')}end if`;

function commentTriggers(names: Names): Triggers {
  const { comments } = countedTables(names);
  const { table } = comments;
  return [
    [names.trigger('comments', 'insert'), each('insert', table, count(comments, 'new', 1))],
    [names.trigger('comments', 'delete'), each('delete', table, count(comments, 'old', -1))],
    [names.trigger('comments', 'update'), each('update', table, countUpdate(comments))],
  ];
}

function postTriggers(names: Names): Triggers {
  const { posts, relations, termPosts, trigger } = names;
  const counted = countedTables(names);
  const relate = (from: string) =>
    `insert ignore into ${termPosts} (term_taxonomy_id, post_type, post_status, post_date, post_id) ${from}`;
  const { ofPost, ofRelation, unrelatePost } = termPostStatements(names);
  const relatePost = relate(ofPost);
  // A post that another transaction changes has to be waited for: its change could not see these relations.
  const hold = (row: 'old' | 'new') =>
    `set @tappet_held = (select "ID" from ${posts} where "ID" = ${row}.object_id lock in share mode)`;
  const relateTerm = relate(ofRelation);
  const unrelateTerm = `delete from ${termPosts} where term_taxonomy_id = old.term_taxonomy_id
     and (post_type, post_status, post_date, post_id) in
      (select post_type, post_status, post_date, "ID" from ${posts} where "ID" = old.object_id)`;
  const placed = ['"ID"', 'post_type', 'post_status', 'post_date'];
  const tables = { posts, term_relationships: relations, term_posts: termPosts };
  const on = (table: keyof typeof tables, event: string, ...statements: readonly string[]) =>
    [trigger(table, event), each(event, tables[table], ...statements)] as const;
  return [
    on('posts', 'insert', count(counted.posts, 'new', 1), relatePost),
    on('posts', 'delete', count(counted.posts, 'old', -1), unrelatePost),
    on('posts', 'update', countUpdate(counted.posts), ifDiffers(placed, [unrelatePost, relatePost])),
    on('term_relationships', 'insert', hold('new'), relateTerm),
    on('term_relationships', 'delete', hold('old'), unrelateTerm),
    on('term_relationships', 'update', hold('old'), hold('new'), unrelateTerm, relateTerm),
    on('term_posts', 'insert', count(counted.termPosts, 'new', 1)),
    on('term_posts', 'delete', count(counted.termPosts, 'old', -1)),
  ];
}
