import { slugify } from '../../core/text/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import { defaultTermOption, type Taxonomies, type Taxonomy } from '../taxonomies/index.ts';
import { lockTerms } from './store/lock.ts';
import type { TermStore } from './term-store.ts';

/** The services that default terms are made with. */
interface DefaultTermServices {
  readonly database: Database;
  readonly options: Options;
  readonly store: TermStore;
  readonly taxonomies: Taxonomies;
}

/** Makes the default term of each taxonomy that should have one and has none, and stores its id in the options. */
export async function ensureDefaultTerms(services: DefaultTermServices): Promise<void> {
  const { database, store, taxonomies } = services;
  for (const taxonomy of taxonomies.all()) {
    if (taxonomy.default_term === null) continue;
    const known = store.defaultTermId(taxonomy.name);
    if (known !== 0 && (await store.byId(known, taxonomy.name)) !== null) continue;
    await database.transaction(() => makeDefaultTerm(taxonomy, taxonomy.default_term!, services));
  }
}

async function makeDefaultTerm(
  { name: taxonomy }: Taxonomy,
  { name, slug = slugify(name), description }: NonNullable<Taxonomy['default_term']>,
  { database, options, store }: DefaultTermServices,
): Promise<void> {
  // The lock makes sure that processes that start at the same time make the term only once.
  await lockTerms(database);
  const term = (await store.bySlug(slug, taxonomy)) ?? (await store.create(taxonomy, name, { slug, description }));
  await options.set(defaultTermOption(taxonomy), term.id);
}
