import { slugify } from '../../../core/text/index.ts';
import type { Database } from '../../database/index.ts';
import type { Taxonomy } from '../../taxonomies/index.ts';
import { storeErrors } from '../errors.ts';
import type { Term, TermInput } from '../term.ts';
import { type CleanInput, cleanInput } from './clean.ts';
import { isTerm } from './create.ts';
import { findTerms } from './find.ts';
import { uniqueSlug } from './unique-slug.ts';

/** Stores changes of a term. A parent that would make a circle is replaced by none. Runs in a transaction that has locked it. */
export async function updateTerm(
  database: Database,
  taxonomy: Taxonomy,
  term: Term,
  changes: TermInput,
): Promise<void> {
  const input = cleanInput({ ...term, ...changes });
  if (input.parent > 0 && !(await isTerm(database, input.parent))) throw storeErrors.missing_parent();
  const parent = await withoutCircle(database, term, input.parent);
  const slug = await slugOf(database, taxonomy, term, { ...input, parent });
  const { name, description } = input;
  await database.db.updateTable('terms').set({ name, slug }).where('term_id', '=', term.id).execute();
  await database.db
    .updateTable('term_taxonomy')
    .set({ description, parent })
    .where('term_taxonomy_id', '=', term.taxonomyId)
    .execute();
}

async function slugOf(database: Database, taxonomy: Taxonomy, term: Term, input: CleanInput): Promise<string> {
  const slug = input.slug === '' ? slugify(input.name) || String(term.id) : input.slug;
  const { terms } = await findTerms(database, { taxonomy: taxonomy.name, slug: [slug] }, false);
  if (terms.every((holder) => holder.id === term.id)) return slug;
  // A slug that the input sets must be free; otherwise a new name or parent leads to a free slug.
  if (input.slug !== '' && input.parent === term.parent) throw storeErrors.duplicate_term_slug();
  return uniqueSlug(
    database,
    slug,
    { id: term.id, taxonomy: taxonomy.name, parent: input.parent },
    taxonomy.hierarchical,
  );
}

/** The parent, or 0 when the term stands above it or is itself. */
async function withoutCircle({ db }: Database, term: Term, parent: number): Promise<number> {
  const seen = new Set<number>();
  for (let id = parent; id !== 0 && !seen.has(id); ) {
    if (id === term.id) return 0;
    seen.add(id);
    const above = await db
      .selectFrom('term_taxonomy')
      .select('parent')
      .where('term_id', '=', id)
      .where('taxonomy', '=', term.taxonomy)
      .executeTakeFirst();
    id = Number(above?.parent ?? 0);
  }
  return parent;
}
