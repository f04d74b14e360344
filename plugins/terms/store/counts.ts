import { sql } from 'kysely';
import type { ContentTypes } from '../../content-types/index.ts';
import type { Database, Parameter } from '../../database/index.ts';
import type { Taxonomies } from '../../taxonomies/index.ts';
import { lockTermRows } from './lock.ts';

/** How many terms are counted in one statement. */
const MOST = 1000;

/** A term whose items are to be counted, as one value: gathered many times, it counts once. */
export type CountedTerm = `${number} ${string}`;

/** The value of a term of a taxonomy. */
export const countedTerm = (taxonomyId: number, taxonomy: string): CountedTerm => `${taxonomyId} ${taxonomy}`;

/** What says how the terms of a taxonomy are counted. */
export interface CountRules {
  readonly types: ContentTypes;
  readonly taxonomies: Taxonomies;
}

/**
 * Counts the items of terms anew: published ones of the taxonomy's content types, attachments as their parent is
 * published. In a taxonomy of other objects every relation counts. Derived counts hold the items of a term by status,
 * so the time does not grow with the number of items.
 *
 * The rows of the terms are locked first, in a statement of its own: the count then sees what all transactions have
 * stored that held them before. Runs as the last of a transaction, so that nobody waits long for a term that many use, and
 * the rows are locked in one order.
 */
export async function updateCounts(
  database: Database,
  rules: CountRules,
  terms: readonly CountedTerm[],
): Promise<void> {
  const taxonomies = new Map(terms.map((term) => term.split(' ')).map(([id, taxonomy]) => [Number(id), taxonomy!]));
  const ids = [...taxonomies.keys()].sort((one, other) => one - other);
  for (let at = 0; at < ids.length; at += MOST) {
    const some = ids.slice(at, at + MOST);
    const [gone] = await Promise.all([
      lockTermRows(database, some),
      ...[...new Set(taxonomies.values())].map((taxonomy) => {
        const counted = some.filter((id) => taxonomies.get(id) === taxonomy);
        return countTerms(database, typesCountedBy(taxonomy, rules), counted);
      }),
    ]);
    // A term that was removed meanwhile takes the relations along that its removal could not see yet.
    if (gone.length === 0) continue;
    await database.db.deleteFrom('term_relationships').where('term_taxonomy_id', 'in', gone).execute();
  }
}

async function countTerms(
  database: Database,
  types: readonly string[] | undefined,
  termTaxonomyIds: readonly number[],
): Promise<void> {
  if (types === undefined || termTaxonomyIds.length === 0) return;
  const statement = database.prepare(
    `terms.counts ${types}`,
    (parameter: Parameter<{ termTaxonomyIds: readonly number[] }>) =>
      countQuery(database, types).where('term_taxonomy_id', 'in', parameter('termTaxonomyIds')),
  );
  await statement.run({ termTaxonomyIds });
}

/** The content types whose items the terms of a taxonomy count: none where they count relations; undefined for no taxonomy. */
export function typesCountedBy(taxonomy: string, { types, taxonomies }: CountRules): readonly string[] | undefined {
  const registered = taxonomies.get(taxonomy);
  if (registered === undefined) return undefined;
  const objectTypes = taxonomies.typesOf(registered);
  return objectTypes.every((type) => types.get(type) !== undefined) ? objectTypes : [];
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
    .where('counted.bucket', '=', sql<string>`(${term} || '')`);
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
