import type { Database, Parameter } from '../../database/index.ts';

/** Keeps other processes from making or renaming terms until the transaction ends, so that slugs stay unique. */
export async function lockTerms(database: Database): Promise<void> {
  await database.lock('terms');
}

/**
 * Locks the rows of terms until the transaction ends, in the order of their ids. Answers with the ids of those that are not
 * there any more. On SQLite transactions that write do not run beside each other.
 */
export async function lockTermRows(
  { db, dialect, prepare }: Database,
  termTaxonomyIds: readonly number[],
): Promise<number[]> {
  if (dialect === 'sqlite') return [];
  const statement = prepare('terms.lockRows', (parameter: Parameter<{ termTaxonomyIds: readonly number[] }>) =>
    db
      .selectFrom('term_taxonomy')
      .select('term_taxonomy_id')
      .where('term_taxonomy_id', 'in', parameter('termTaxonomyIds'))
      .orderBy('term_taxonomy_id')
      .forUpdate(),
  );
  const rows = await statement.rows({ termTaxonomyIds });
  const present = new Set(rows.map((row) => row.term_taxonomy_id));
  return termTaxonomyIds.filter((id) => !present.has(id));
}

/** Locks the items that have a term until the transaction ends, in the order of their ids. */
export async function lockItemsOf(termTaxonomyId: number, { db, dialect }: Database): Promise<void> {
  if (dialect === 'sqlite') return;
  const related = db
    .selectFrom('term_relationships')
    .select('object_id')
    .where('term_taxonomy_id', '=', termTaxonomyId);
  await db.selectFrom('posts').select('ID').where('ID', 'in', related).orderBy('ID').forUpdate().execute();
}
