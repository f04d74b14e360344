import { slugify } from '../../../core/text/index.ts';
import type { Database } from '../../database/index.ts';
import type { Taxonomy } from '../../taxonomies/index.ts';
import { storeErrors, termExists } from '../errors.ts';
import type { Term, TermInput } from '../term.ts';
import { cleanInput } from './clean.ts';
import { findTerms } from './find.ts';
import { lockTerms } from './lock.ts';
import { selectTerms } from './rows.ts';
import { uniqueSlug } from './unique-slug.ts';

/**
 * Stores a new term and answers with its id. A name must be unique among the children of one parent, unless the input
 * has a slug of its own. Runs in a transaction.
 */
export async function createTerm(database: Database, taxonomy: Taxonomy, given: TermInput): Promise<number> {
  const input = cleanInput(given);
  const { name, description, parent } = input;
  await lockTerms(database);
  if (parent > 0 && !(await isTerm(database, parent))) throw storeErrors.missing_parent();
  const requested = input.slug === '' ? slugify(name) : input.slug;
  await refuseTwin(database, taxonomy, input, requested);
  const slug = await uniqueSlug(database, requested, { taxonomy: taxonomy.name, parent }, taxonomy.hierarchical);
  const { importId = 0 } = given;
  const isFree = importId > 0 && !(await isTaken(database, importId));
  const id = await database.insert('terms', { name, slug, ...(isFree ? { term_id: importId } : {}) });
  // A name without letters and digits leaves no slug.
  if (slug === '')
    await database.db
      .updateTable('terms')
      .set({ slug: String(id) })
      .where('term_id', '=', id)
      .execute();
  await database.insert('term_taxonomy', { term_id: id, taxonomy: taxonomy.name, description, parent });
  return id;
}

/** Whether any taxonomy has a term of this id. */
export async function isTerm(database: Database, id: number): Promise<boolean> {
  return (await selectTerms(database).where('t.term_id', '=', id).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether there is a row of this id, in a taxonomy or not. */
async function isTaken({ db }: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('terms').select('term_id').where('term_id', '=', id).executeTakeFirst()) !== undefined;
}

async function refuseTwin(database: Database, taxonomy: Taxonomy, input: TermInput, slug: string): Promise<void> {
  const siblings = { taxonomy: taxonomy.name, parent: input.parent };
  const twin = (await findTerms(database, { ...siblings, name: input.name }, taxonomy.hierarchical)).terms[0];
  if (twin === undefined) return;
  const holder = (await findTerms(database, { taxonomy: taxonomy.name, slug: [slug] }, false)).terms[0];
  const isDistinct = input.slug !== '' && twin.slug !== slug;
  if (isDistinct && holder === undefined) return;
  const existing: Term | undefined = !taxonomy.hierarchical || !isDistinct ? twin : siblingOf(holder, input.parent);
  if (existing !== undefined) throw termExists(existing.id);
}

/** The term, if it stands below the same parent. */
const siblingOf = (term: Term | undefined, parent: number | undefined): Term | undefined =>
  term?.parent === parent ? term : undefined;
