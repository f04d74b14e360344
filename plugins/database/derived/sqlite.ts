import { fillStatements } from './fill.ts';
import { type Names, namesFor } from './names.ts';

/** The statements that make the derived tables of a site on SQLite anew, fill them, and have triggers follow. */
export function sqliteStatements(prefix: string): string[] {
  const names = namesFor(prefix);
  const triggers = triggersOf(names);
  return [
    ...triggers.map(([name]) => `drop trigger if exists ${name}`),
    `drop table if exists ${names.termPosts}`,
    `drop table if exists ${names.counts}`,
    `create table ${names.counts} (kind text not null, post_type text not null, post_status text not null,
      bucket text not null, items integer not null,
      primary key (kind, post_type, post_status, bucket)) without rowid`,
    `create table ${names.termPosts} (term_taxonomy_id integer not null, post_type text not null,
      post_status text not null, post_date text not null, post_id integer not null,
      primary key (term_taxonomy_id, post_type, post_status, post_date, post_id)) without rowid`,
    ...fillStatements(names),
    ...triggers.map(([name, body]) => `create trigger ${name} ${body}`),
  ];
}

/** Triggers by name. The `where true` and the clauses on conflicts hold under `insert or …` of any writer. */
function triggersOf({ posts, relations, counts, termPosts, trigger }: Names): [name: string, body: string][] {
  const count = (...rows: string[]) =>
    `insert into ${counts} (kind, post_type, post_status, bucket, items) values ${rows.join(', ')}
     on conflict (kind, post_type, post_status, bucket) do update set items = items + excluded.items`;
  const ofPost = (row: 'old' | 'new', by: 1 | -1) => [
    `('month', ${row}.post_type, ${row}.post_status, substr(${row}.post_date, 1, 7), ${by})`,
    `('author', ${row}.post_type, ${row}.post_status, cast(${row}.post_author as text), ${by})`,
  ];
  const ofTerm = (row: 'old' | 'new', by: 1 | -1) =>
    `('term', ${row}.post_type, ${row}.post_status, cast(${row}.term_taxonomy_id as text), ${by})`;
  const relate = (from: string) =>
    `insert into ${termPosts} (term_taxonomy_id, post_type, post_status, post_date, post_id) ${from}
     on conflict do nothing`;
  const relatePost = relate(`select r.term_taxonomy_id, new.post_type, new.post_status, new.post_date, new."ID"
     from ${relations} r where r.object_id = new."ID"`);
  const unrelatePost = `delete from ${termPosts} where term_taxonomy_id in
     (select term_taxonomy_id from ${relations} where object_id = old."ID")
     and post_type = old.post_type and post_status = old.post_status and post_date = old.post_date
     and post_id = old."ID"`;
  const relateTerm = relate(`select new.term_taxonomy_id, p.post_type, p.post_status, p.post_date, p."ID"
     from ${posts} p where p."ID" = new.object_id`);
  const unrelateTerm = `delete from ${termPosts} where term_taxonomy_id = old.term_taxonomy_id
     and (post_type, post_status, post_date, post_id) =
      (select post_type, post_status, post_date, "ID" from ${posts} where "ID" = old.object_id)`;
  const differs = (columns: string[]) => columns.map((column) => `old.${column} is not new.${column}`).join(' or ');
  const placed = ['"ID"', 'post_type', 'post_status', 'post_date'];
  return [
    [trigger('posts', 'insert'), `after insert on ${posts} begin ${count(...ofPost('new', 1))}; ${relatePost}; end`],
    [trigger('posts', 'delete'), `after delete on ${posts} begin ${count(...ofPost('old', -1))}; ${unrelatePost}; end`],
    [
      trigger('posts', 'count'),
      `after update of post_type, post_status, post_date, post_author on ${posts}
       when ${differs(['post_type', 'post_status', 'post_date', 'post_author'])}
       begin ${count(...ofPost('old', -1), ...ofPost('new', 1))}; end`,
    ],
    [
      trigger('posts', 'place'),
      `after update of "ID", post_type, post_status, post_date on ${posts} when ${differs(placed)}
       begin ${unrelatePost}; ${relatePost}; end`,
    ],
    [trigger('term_relationships', 'insert'), `after insert on ${relations} begin ${relateTerm}; end`],
    [trigger('term_relationships', 'delete'), `after delete on ${relations} begin ${unrelateTerm}; end`],
    [
      trigger('term_relationships', 'update'),
      `after update of object_id, term_taxonomy_id on ${relations} begin ${unrelateTerm}; ${relateTerm}; end`,
    ],
    [trigger('term_posts', 'insert'), `after insert on ${termPosts} begin ${count(ofTerm('new', 1))}; end`],
    [trigger('term_posts', 'delete'), `after delete on ${termPosts} begin ${count(ofTerm('old', -1))}; end`],
  ];
}
