import { sql } from 'kysely';
import type { ContentTypes } from '../../content-types/index.ts';
import type { Database, Parameter } from '../../database/index.ts';

/**
 * Counts the items of terms anew: published ones of the taxonomy's content types, attachments as their parent is
 * published. In a taxonomy of other objects every relation counts. Derived counts hold the items of a term by status,
 * so the time does not grow with the number of items.
 */
export async function updateCounts(
  database: Database,
  types: ContentTypes,
  objectTypes: readonly string[],
  termTaxonomyIds: readonly number[],
): Promise<void> {
  if (termTaxonomyIds.length === 0) return;
  const countsItems = objectTypes.length > 0 && objectTypes.every((type) => types.get(type) !== undefined);
  const counted = countsItems ? objectTypes : [];
  const statement = database.prepare(
    `terms.counts ${counted}`,
    (parameter: Parameter<{ termTaxonomyIds: readonly number[] }>) =>
      countQuery(database, counted).where('term_taxonomy_id', 'in', parameter('termTaxonomyIds')),
  );
  await statement.run({ termTaxonomyIds });
}

/** Counts items of some types, or all relations where there are no types. */
function countQuery({ db }: Database, objectTypes: readonly string[]) {
  const term = sql.ref<number>('term_taxonomy.term_taxonomy_id');
  const relations = db
    .selectFrom('term_relationships as relation')
    .select((eb) => eb.fn.countAll<number>().as('items'))
    .where('relation.term_taxonomy_id', '=', term);
  const published = db
    .selectFrom('tappet_post_counts as counted')
    .select(sql<number>`coalesce(sum(counted.items), 0)`.as('items'))
    .where('counted.kind', '=', 'term')
    .where('counted.post_type', 'in', objectTypes)
    .where('counted.post_status', '=', 'publish')
    .where('counted.bucket', '=', sql<string>`cast(${term} as varchar(20))`);
  const attached = db
    .selectFrom('tappet_term_posts as related')
    .innerJoin('posts as item', 'item.ID', 'related.post_id')
    .innerJoin('posts as parent', 'parent.ID', 'item.post_parent')
    .select((eb) => eb.fn.countAll<number>().as('items'))
    .where('related.term_taxonomy_id', '=', term)
    .where('related.post_type', '=', 'attachment')
    .where('related.post_status', '=', 'inherit')
    .where('parent.post_status', '=', 'publish');
  const items = objectTypes.includes('attachment') ? sql<number>`(${published}) + (${attached})` : published;
  return db.updateTable('term_taxonomy').set({ count: objectTypes.length > 0 ? items : relations });
}
