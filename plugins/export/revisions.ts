import type { Expression, Selectable } from 'kysely';
import type { Database, PostsTable } from '../database/index.ts';

/** How many revisions are read at once: each may be as long as an item. */
const BATCH = 20;

/** Begins a query for the rows of the revisions of items, autosaves among them. */
export const revisionsOf = ({ db }: Database, items: Expression<{ ID: number }> | readonly number[]) =>
  db
    .selectFrom('posts')
    .where('post_type', '=', 'revision')
    .where('post_status', '=', 'inherit')
    .where('post_parent', 'in', items as readonly number[]);

/** Of these items, those that have revisions. */
export async function revisedItems(database: Database, items: readonly number[]): Promise<Set<number>> {
  const rows = await revisionsOf(database, items).select('post_parent as id').distinct().execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

/** The rows of the revisions of an item, by id, a few at a time. */
export async function* revisionsOfItem(database: Database, item: number): AsyncGenerator<Selectable<PostsTable>[]> {
  for (let last = 0; ; ) {
    const rows = await revisionsOf(database, [item])
      .selectAll()
      .where('ID', '>', last)
      .orderBy('ID')
      .limit(BATCH)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = Number(rows.at(-1)!.ID);
  }
}
