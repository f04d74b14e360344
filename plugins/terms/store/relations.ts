import type { Database, Parameter } from '../../database/index.ts';
import type { RelatedTerm, Term } from '../term.ts';
import { selectTerms, toTerm } from './rows.ts';

/** Items, and the taxonomies whose terms are requested. */
interface ObjectsAndTaxonomies {
  readonly objectIds: readonly number[];
  readonly taxonomies: readonly string[];
}

/** The terms of items by item, ordered by name; every item has an entry. */
export async function termsOfObjects(
  database: Database,
  objectIds: readonly number[],
  taxonomies: readonly string[],
): Promise<Map<number, Term[]>> {
  const found = new Map<number, Term[]>(objectIds.map((id) => [id, []]));
  if (objectIds.length === 0 || taxonomies.length === 0) return found;
  const statement = database.prepare('terms.ofObjects', (parameter: Parameter<ObjectsAndTaxonomies>) =>
    selectTerms(database)
      .innerJoin('term_relationships as relation', 'relation.term_taxonomy_id', 'tt.term_taxonomy_id')
      .select('relation.object_id')
      .where('relation.object_id', 'in', parameter('objectIds'))
      .where('tt.taxonomy', 'in', parameter('taxonomies'))
      .orderBy(database.unaccented('t.name'))
      .orderBy('t.term_id'),
  );
  const rows = await statement.rows({ objectIds, taxonomies });
  for (const row of rows) found.get(Number(row.object_id))!.push(toTerm(row));
  return found;
}

/**
 * The same, but of each term only the columns that items are shown with, since reading whole terms costs more than
 * reading the items.
 */
export async function relatedTerms(
  database: Database,
  objectIds: readonly number[],
  taxonomies: readonly string[],
): Promise<Map<number, RelatedTerm[]>> {
  const found = new Map<number, RelatedTerm[]>(objectIds.map((id) => [id, []]));
  if (objectIds.length === 0 || taxonomies.length === 0) return found;
  const statement = database.prepare('terms.related', (parameter: Parameter<ObjectsAndTaxonomies>) =>
    database.db
      .selectFrom('term_relationships as relation')
      .innerJoin('term_taxonomy as tt', 'tt.term_taxonomy_id', 'relation.term_taxonomy_id')
      .innerJoin('terms as t', 't.term_id', 'tt.term_id')
      .select(['relation.object_id', 't.term_id', 't.slug', 'tt.taxonomy', 'tt.parent'])
      .where('relation.object_id', 'in', parameter('objectIds'))
      .where('tt.taxonomy', 'in', parameter('taxonomies'))
      .orderBy(database.unaccented('t.name'))
      .orderBy('t.term_id'),
  );
  for (const row of await statement.rows({ objectIds, taxonomies })) {
    const { slug, taxonomy } = row;
    found.get(Number(row.object_id))!.push({ id: Number(row.term_id), slug, taxonomy, parent: Number(row.parent) });
  }
  return found;
}

/** A relation of an item to a term: the term's taxonomy id, and its taxonomy. */
interface Relation {
  readonly id: number;
  readonly taxonomy: string;
}

/** The relations of an item to terms of some taxonomies. */
export async function relationsOf(
  database: Database,
  objectId: number,
  taxonomies: readonly string[],
): Promise<Relation[]> {
  if (taxonomies.length === 0) return [];
  const statement = database.prepare(
    'terms.relationsOf',
    (parameter: Parameter<{ objectId: number; taxonomies: readonly string[] }>) =>
      database.db
        .selectFrom('term_relationships as relation')
        .innerJoin('term_taxonomy as tt', 'tt.term_taxonomy_id', 'relation.term_taxonomy_id')
        .select(['tt.term_taxonomy_id as id', 'tt.taxonomy'])
        .where('relation.object_id', '=', parameter('objectId'))
        .where('tt.taxonomy', 'in', parameter('taxonomies')),
  );
  const rows = await statement.rows({ objectId, taxonomies });
  return rows.map(({ id, taxonomy }) => ({ id: Number(id), taxonomy }));
}

/** Relates items to a term; relations that are there stay. */
export async function addRelations(
  database: Database,
  relations: readonly { readonly object_id: number; readonly term_taxonomy_id: number; readonly term_order: number }[],
): Promise<void> {
  await database.insertAll('term_relationships', relations, 'ignore');
}

/** Takes terms from an item. */
export async function removeRelations(
  database: Database,
  objectId: number,
  termTaxonomyIds: readonly number[],
): Promise<void> {
  if (termTaxonomyIds.length === 0) return;
  const statement = database.prepare(
    'terms.removeRelations',
    (parameter: Parameter<{ objectId: number; termTaxonomyIds: readonly number[] }>) =>
      database.db
        .deleteFrom('term_relationships')
        .where('object_id', '=', parameter('objectId'))
        .where('term_taxonomy_id', 'in', parameter('termTaxonomyIds')),
  );
  await statement.run({ objectId, termTaxonomyIds });
}
