import type { Database } from '../../database/index.ts';
import type { Taxonomy } from '../../taxonomies/index.ts';
import type { Term } from '../term.ts';
import { lockItemsOf, lockTermRows } from './lock.ts';

/** The items that the deletion of a term changed. */
export interface Deletion {
  /** The items that had the term. */
  readonly objectIds: readonly number[];
  /** Those of them that had no other, and so got the taxonomy's default term. */
  readonly reassigned: readonly number[];
}

/**
 * Removes a term: its children move up to its parent, and items that had no other term of the taxonomy get the
 * default one, if there is one. Runs in a transaction; as any write does, it locks items before terms.
 */
export async function deleteTerm(
  database: Database,
  taxonomy: Taxonomy,
  term: Term,
  standard: Term | null,
): Promise<Deletion> {
  const { db } = database;
  await lockItemsOf(term.taxonomyId, database);
  const children = taxonomy.hierarchical ? await childrenOf(term, database) : [];
  await lockTermRows(database, [term.taxonomyId, ...(standard === null ? [] : [standard.taxonomyId]), ...children]);
  if (children.length > 0) {
    await db
      .updateTable('term_taxonomy')
      .set({ parent: term.parent })
      .where('taxonomy', '=', taxonomy.name)
      .where('parent', '=', term.id)
      .execute();
  }
  const relations = db.selectFrom('term_relationships').where('term_taxonomy_id', '=', term.taxonomyId);
  const objectIds = (await relations.select('object_id').execute()).map((row) => Number(row.object_id));
  const reassigned = standard === null ? [] : await giveDefault(database, taxonomy, term, standard);
  await db.deleteFrom('term_relationships').where('term_taxonomy_id', '=', term.taxonomyId).execute();
  await db.deleteFrom('term_taxonomy').where('term_taxonomy_id', '=', term.taxonomyId).execute();
  const shared = db.selectFrom('term_taxonomy').select('term_id').where('term_id', '=', term.id);
  await db.deleteFrom('terms').where('term_id', '=', term.id).where('term_id', 'not in', shared).execute();
  return { objectIds, reassigned };
}

async function childrenOf({ id, taxonomy }: Term, { db }: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('term_taxonomy')
    .select('term_taxonomy_id')
    .where('taxonomy', '=', taxonomy)
    .where('parent', '=', id)
    .execute();
  return rows.map((row) => row.term_taxonomy_id);
}

async function giveDefault({ db }: Database, taxonomy: Taxonomy, term: Term, standard: Term): Promise<number[]> {
  const withOthers = db
    .selectFrom('term_relationships as other')
    .innerJoin('term_taxonomy as tt', 'tt.term_taxonomy_id', 'other.term_taxonomy_id')
    .select('other.object_id')
    .where('tt.taxonomy', '=', taxonomy.name)
    .where('other.term_taxonomy_id', '<>', term.taxonomyId);
  const lonely = db
    .selectFrom('term_relationships as relation')
    .where('relation.term_taxonomy_id', '=', term.taxonomyId)
    .where('relation.object_id', 'not in', withOthers);
  const rows = await lonely.select('relation.object_id').execute();
  if (rows.length === 0) return [];
  await db
    .insertInto('term_relationships')
    .columns(['object_id', 'term_taxonomy_id'])
    .expression(lonely.select((eb) => ['relation.object_id', eb.lit(standard.taxonomyId).as('term_taxonomy_id')]))
    .execute();
  return rows.map((row) => Number(row.object_id));
}
