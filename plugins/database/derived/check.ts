import { type Kysely, sql } from 'kysely';
import { type DatabaseCheck, tellWrongCounts } from '../check.ts';
import { usingTables } from '../table-usage.ts';
import type { Tables } from '../tables.ts';
import { type Counted, countedTables } from './counted.ts';
import type { DerivedFrom } from './derived-from.ts';
import { type Names, namesFor } from './names.ts';

interface Difference {
  readonly kind: string;
  readonly type: string;
  readonly status: string;
  readonly bucket: string;
  readonly count: number;
  readonly stored: number;
}

/** Compares derived tables with what they are derived from, each in one statement; `derive` makes them anew. */
export function derivedCheck(
  from: DerivedFrom,
  db: Kysely<Tables>,
  prefix: string,
  derive: () => Promise<void>,
): DatabaseCheck {
  const names = namesFor(prefix);
  const { posts, termPosts, comments } = countedTables(names);
  const rowsOf = async <R>(statement: string) => (await usingTables(sql.raw<R>(statement), {}).execute(db)).rows;
  const wrongCounts = async (...tables: Counted[]) =>
    (await rowsOf<Difference>(differences(tables))).map(({ kind, type, status, bucket, count, stored }) => ({
      what: `${kind} ${bucket} of ${status} ${type}`,
      count: Number(count),
      stored: Number(stored),
    }));
  const wrongPlaces = async () => {
    const places = await rowsOf<{ difference: string; items: number }>(differingPlaces(names));
    return places.filter(({ items }) => Number(items) > 0).map(({ difference, items }) => `${items} ${difference}`);
  };
  return {
    find: async () => {
      if (from === 'comments') return tellWrongCounts('derived counts of comments', await wrongCounts(comments));
      const places = await wrongPlaces();
      return [
        ...tellWrongCounts('derived counts of items', await wrongCounts(posts, termPosts)),
        ...(places.length === 0 ? [] : [`derived items by term: ${places.join(', ')}`]),
      ];
    },
    repair: derive,
  };
}

/** The counts of one table that differ from those of the rows that it counts. */
function differences(tables: readonly Counted[]): string {
  const { counts, type, status } = tables[0]!;
  const rows = tables.flatMap(({ table, buckets }) =>
    buckets.map(
      ({ kind, of }) =>
        `select '${kind}', t.${type}, t.${status}, ${of('t')}, 0, count(*) from ${table} t group by 2, 3, 4`,
    ),
  );
  const stored = `select kind, ${type} as type, ${status} as status, bucket, items as count, 0 as stored from ${counts}`;
  return `select kind, type, status, bucket, sum(count) as count, sum(stored) as stored
    from (${[stored, ...rows].join(' union all ')}) compared
    group by kind, type, status, bucket having sum(count) <> sum(stored) order by kind, type, status, bucket`;
}

/** How many items are missing among those by term, and how many are there that should not be. */
function differingPlaces({ posts, relations, termPosts }: Names): string {
  const are = `select term_taxonomy_id, post_type, post_status, post_date, post_id from ${termPosts}`;
  const should = `select r.term_taxonomy_id, p.post_type, p.post_status, p.post_date, p."ID"
    from ${posts} p join ${relations} r on r.object_id = p."ID"`;
  return `select 'missing' as difference, count(*) as items from (${should} except ${are}) missing
    union all select 'too many', count(*) from (${are} except ${should}) others`;
}
