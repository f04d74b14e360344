import type { Database } from '../../database/index.ts';
import type { RelatedTerm, Term } from '../term.ts';
import { selectTerms, toTerm } from './rows.ts';

/** The terms of items by item, ordered by name; every item has an entry. */
export async function termsOfObjects(
  database: Database,
  objectIds: readonly number[],
  taxonomies: readonly string[],
): Promise<Map<number, Term[]>> {
  const found = new Map<number, Term[]>(objectIds.map((id) => [id, []]));
  if (objectIds.length === 0 || taxonomies.length === 0) return found;
  const query = database.kept(`terms.ofObjects ${objectIds.length} ${taxonomies.length}`, () =>
    selectTerms(database)
      .innerJoin('term_relationships as relation', 'relation.term_taxonomy_id', 'tt.term_taxonomy_id')
      .select('relation.object_id')
      .where('relation.object_id', 'in', objectIds)
      .where('tt.taxonomy', 'in', taxonomies)
      .orderBy(database.fold('t.name'))
      .orderBy('t.term_id'),
  );
  const rows = await database.rows(query, [...objectIds, ...taxonomies]);
  for (const row of rows) found.get(Number(row.object_id))!.push(toTerm(row));
  return found;
}

/** The same of terms by what items are shown with: to read whole terms of a list of items costs more than the items. */
export async function relatedTerms(
  database: Database,
  objectIds: readonly number[],
  taxonomies: readonly string[],
): Promise<Map<number, RelatedTerm[]>> {
  const found = new Map<number, RelatedTerm[]>(objectIds.map((id) => [id, []]));
  if (objectIds.length === 0 || taxonomies.length === 0) return found;
  const query = database.kept(`terms.related ${objectIds.length} ${taxonomies.length}`, () =>
    database.db
      .selectFrom('term_relationships as relation')
      .innerJoin('term_taxonomy as tt', 'tt.term_taxonomy_id', 'relation.term_taxonomy_id')
      .innerJoin('terms as t', 't.term_id', 'tt.term_id')
      .select(['relation.object_id', 't.term_id', 't.slug', 'tt.taxonomy', 'tt.parent'])
      .where('relation.object_id', 'in', objectIds)
      .where('tt.taxonomy', 'in', taxonomies)
      .orderBy(database.fold('t.name'))
      .orderBy('t.term_id'),
  );
  for (const row of await database.rows(query, [...objectIds, ...taxonomies])) {
    const { slug, taxonomy } = row;
    found.get(Number(row.object_id))!.push({ id: Number(row.term_id), slug, taxonomy, parent: Number(row.parent) });
  }
  return found;
}

/** The relations of an item to terms of a taxonomy, as the terms' taxonomy ids. */
export async function relationsOf(database: Database, objectId: number, taxonomy: string): Promise<number[]> {
  const query = database.kept('terms.relationsOf', () =>
    database.db
      .selectFrom('term_relationships as relation')
      .innerJoin('term_taxonomy as tt', 'tt.term_taxonomy_id', 'relation.term_taxonomy_id')
      .select('tt.term_taxonomy_id')
      .where('relation.object_id', '=', objectId)
      .where('tt.taxonomy', '=', taxonomy),
  );
  const rows = await database.rows(query, [objectId, taxonomy]);
  return rows.map((row) => Number(row.term_taxonomy_id));
}

/** Relates items to a term; relations that are there stay. */
export async function addRelations(
  database: Database,
  relations: readonly { readonly object_id: number; readonly term_taxonomy_id: number; readonly term_order: number }[],
): Promise<void> {
  if (relations.length === 0) return;
  const rows = relations.map(({ object_id, term_taxonomy_id, term_order }) => ({
    object_id,
    term_taxonomy_id,
    term_order,
  }));
  const query = database.kept(`terms.addRelations ${rows.length}`, () =>
    database.db
      .insertInto('term_relationships')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  );
  await database.run(query, rows.flatMap(Object.values));
}

/** Takes terms from an item. */
export async function removeRelations(
  database: Database,
  objectId: number,
  termTaxonomyIds: readonly number[],
): Promise<void> {
  if (termTaxonomyIds.length === 0) return;
  const query = database.kept(`terms.removeRelations ${termTaxonomyIds.length}`, () =>
    database.db
      .deleteFrom('term_relationships')
      .where('object_id', '=', objectId)
      .where('term_taxonomy_id', 'in', termTaxonomyIds),
  );
  await database.run(query, [objectId, ...termTaxonomyIds]);
}
