import { sql } from 'kysely';
import { type Database, type DatabaseCheck, tellWrongCounts, type WrongCount } from '../database/index.ts';
import { type CountRules, typesCountedBy } from './store/counts.ts';
import type { TermStore } from './term-store.ts';

interface WrongTerm extends WrongCount {
  readonly taxonomyId: number;
}

/** Compares the counts of terms with the items that are stored, for `db check`. */
export function checkCounts(database: Database, rules: CountRules, store: TermStore): DatabaseCheck {
  const wrongOf = (taxonomy: string) => wrongTerms(taxonomy, typesCountedBy(taxonomy, rules)!, database);
  const names = () => rules.taxonomies.all().map(({ name }) => name);
  return {
    async find() {
      const wrong: WrongTerm[] = [];
      for (const taxonomy of names()) wrong.push(...(await wrongOf(taxonomy)));
      return tellWrongCounts('counts of terms', wrong);
    },
    async repair() {
      for (const taxonomy of names()) {
        const wrong = await wrongOf(taxonomy);
        await store.updateCounts(
          taxonomy,
          wrong.map(({ taxonomyId }) => taxonomyId),
        );
      }
    },
  };
}

/** The terms of a taxonomy whose count differs, in one statement: from items, not from what is derived of them. */
async function wrongTerms(taxonomy: string, types: readonly string[], { db }: Database): Promise<WrongTerm[]> {
  const counted = db
    .selectFrom('term_relationships as relation')
    .$if(types.length > 0, (relations) =>
      relations
        .innerJoin('posts as item', 'item.ID', 'relation.object_id')
        .leftJoin('posts as parent', 'parent.ID', 'item.post_parent')
        .where('item.post_type', 'in', types)
        .where(
          sql<boolean>`(item.post_status = 'publish' or (item.post_type = 'attachment' and item.post_status = 'inherit'
            and parent.post_status = 'publish'))`,
        ),
    )
    .select(({ fn }) => ['relation.term_taxonomy_id as id', fn.countAll<number>().as('items')])
    .groupBy('relation.term_taxonomy_id');
  const items = sql<number>`coalesce(counted.items, 0)`;
  const rows = await db
    .selectFrom('term_taxonomy as tt')
    .leftJoin(counted.as('counted'), 'counted.id', 'tt.term_taxonomy_id')
    .select(['tt.term_id', 'tt.term_taxonomy_id', 'tt.count', items.as('stored')])
    .where('tt.taxonomy', '=', taxonomy)
    .where('tt.count', '<>', items)
    .orderBy('tt.term_id')
    .execute();
  return rows.map((row) => ({
    what: `${taxonomy} ${row.term_id}`,
    count: Number(row.count),
    stored: Number(row.stored),
    taxonomyId: row.term_taxonomy_id,
  }));
}
