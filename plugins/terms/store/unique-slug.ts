import { truncateSlug } from '../../../core/text/index.ts';
import { type Database, freeName } from '../../database/index.ts';
import type { Term } from '../term.ts';
import { selectTerms, toTerm } from './rows.ts';

const MAX_LENGTH = 200;
const ROOM_FOR_NUMBER = 10;

/** The term that the slug is for; without an id for a new term. */
interface SlugOwner {
  readonly id?: number;
  readonly taxonomy: string;
  readonly parent: number;
}

/**
 * Makes a slug unique: as it is when no term of its taxonomy has it; in a hierarchical taxonomy with the slugs of
 * the terms above behind it, until it is free; and then with a free number from 2 on.
 */
export async function uniqueSlug(
  database: Database,
  slug: string,
  owner: SlugOwner,
  hierarchical: boolean,
): Promise<string> {
  if (!(await isTaken(database, slug, { taxonomy: owner.taxonomy }))) return slug;
  const suffixed = hierarchical ? slug + (await parentSuffix(database, slug, owner)) : slug;
  if (!(await isTaken(database, suffixed, { notId: owner.id }))) return suffixed;
  const base = truncateSlug(suffixed, MAX_LENGTH - ROOM_FOR_NUMBER);
  return freeName(
    (number) => `${base}-${number}`,
    (slugs) => takenOf(database, slugs),
  );
}

async function isTaken(
  database: Database,
  slug: string,
  { taxonomy, notId }: { taxonomy?: string; notId?: number },
): Promise<boolean> {
  let select = selectTerms(database).where('t.slug', '=', slug);
  if (taxonomy !== undefined) select = select.where('tt.taxonomy', '=', taxonomy);
  if (notId !== undefined) select = select.where('t.term_id', '<>', notId);
  return (await select.limit(1).executeTakeFirst()) !== undefined;
}

/** The slugs of the terms above, nearest first, up to the first with which the slug is free. */
async function parentSuffix(database: Database, slug: string, { taxonomy, parent }: SlugOwner): Promise<string> {
  const seen = new Set<number>();
  let suffix = '';
  for (let id = parent; id !== 0 && !seen.has(id); ) {
    seen.add(id);
    const row = await selectTerms(database)
      .where('t.term_id', '=', id)
      .where('tt.taxonomy', '=', taxonomy)
      .executeTakeFirst();
    if (row === undefined) break;
    const term: Term = toTerm(row);
    suffix += `-${term.slug}`;
    if (!(await isTaken(database, slug + suffix, {}))) break;
    id = term.parent;
  }
  return suffix;
}

/** The slugs among some that terms have. */
async function takenOf(database: Database, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await database.db.selectFrom('terms').select('slug').where('slug', 'in', slugs).execute();
  return new Set(rows.map(({ slug }) => slug));
}
