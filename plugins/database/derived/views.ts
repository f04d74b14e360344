import { countedTables } from './counted.ts';
import { termPostsSelect } from './fill.ts';
import { namesFor } from './names.ts';

/**
 * The selects that say the same as the derived tables, by the names of these without prefix, for a database in which
 * none may be made: slower, and always right.
 */
export function derivedViews(prefix: string): ReadonlyMap<string, string> {
  const names = namesFor(prefix);
  const termPosts = termPostsSelect(names);
  const { posts, termPosts: terms, comments } = countedTables({ ...names, termPosts: `(${termPosts})` });
  const counts = (...tables: readonly (typeof posts | typeof comments)[]) =>
    tables
      .flatMap(({ table, type, status, buckets }) =>
        buckets.map(
          ({ kind, of }) =>
            `select '${kind}' as kind, ${of('t')} as bucket, t.${type}, t.${status}, count(*) as items from ${table} t group by 2, 3, 4`,
        ),
      )
      .join(' union all ');
  return new Map([
    ['tappet_term_posts', termPosts],
    ['tappet_post_counts', counts(posts, terms)],
    ['tappet_comment_counts', counts(comments)],
  ]);
}
