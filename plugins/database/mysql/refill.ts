import { countedTables } from '../derived/counted.ts';
import { fillCounts, fillTermPosts } from '../derived/fill.ts';
import { namesFor } from '../derived/names.ts';

/**
 * The statements that fill derived tables anew beside programs that write: since triggers can be made in no transaction,
 * what others wrote meanwhile may be missing. They wait until it is done, as all rows and the gaps between them are held.
 * Terms are held before items, in the order in which triggers take them.
 */
export function refillStatements(prefix: string): string[] {
  const names = namesFor(prefix);
  const { posts, comments } = countedTables(names);
  const hold = (table: string) => `select count(*) from ${table} force index (primary) lock in share mode`;
  return [
    'commit',
    'set transaction isolation level repeatable read',
    'begin',
    ...[names.relations, names.posts, names.comments].map(hold),
    `delete from ${names.termPosts}`,
    `delete from ${names.postCounts}`,
    `delete from ${names.commentCounts}`,
    // The counts of terms follow from these by triggers.
    fillTermPosts(names),
    ...fillCounts(posts),
    ...fillCounts(comments),
  ];
}
