import type { ContentTypes } from '../../content-types/index.ts';
import type { Database } from '../../database/index.ts';

/**
 * Counts the items of terms anew: published ones of the taxonomy's content types, attachments as their parent is
 * published. In a taxonomy of other objects every relation counts.
 */
export async function updateCounts(
  { db }: Database,
  types: ContentTypes,
  objectTypes: readonly string[],
  termTaxonomyIds: readonly number[],
): Promise<void> {
  if (termTaxonomyIds.length === 0) return;
  const ofItems = objectTypes.every((type) => types.get(type) !== undefined);
  await db
    .updateTable('term_taxonomy')
    .where('term_taxonomy_id', 'in', termTaxonomyIds)
    .set((eb) => {
      const relations = eb
        .selectFrom('term_relationships as relation')
        .select((expression) => expression.fn.countAll<number>().as('items'))
        .whereRef('relation.term_taxonomy_id', '=', 'term_taxonomy.term_taxonomy_id');
      if (!ofItems) return { count: relations };
      return {
        count: relations
          .innerJoin('posts as item', 'item.ID', 'relation.object_id')
          .leftJoin('posts as parent', 'parent.ID', 'item.post_parent')
          .where('item.post_type', 'in', objectTypes)
          .where((item) =>
            item.or([
              item('item.post_status', '=', 'publish'),
              item.and([
                item('item.post_type', '=', 'attachment'),
                item('item.post_status', '=', 'inherit'),
                item('parent.post_status', '=', 'publish'),
              ]),
            ]),
          ),
      };
    })
    .execute();
}
