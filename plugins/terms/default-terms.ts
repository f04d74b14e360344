import { slugify } from '../../core/index.ts';
import type { Options } from '../options/index.ts';
import { defaultTermOption, type Taxonomies } from '../taxonomies/index.ts';
import type { TermStore } from './term-store.ts';

/** Makes the default term of each taxonomy that wants one and has none, and notes its id in the options. */
export async function ensureDefaultTerms(taxonomies: Taxonomies, store: TermStore, options: Options): Promise<void> {
  for (const { name: taxonomy, default_term: standard } of taxonomies.all()) {
    if (standard === null) continue;
    const known = store.defaultTermId(taxonomy);
    if (known !== 0 && (await store.byId(known, taxonomy)) !== null) continue;
    const { name, slug = slugify(name), description } = standard;
    const term = (await store.bySlug(slug, taxonomy)) ?? (await store.create(taxonomy, name, { slug, description }));
    await options.set(defaultTermOption(taxonomy), term.id);
  }
}
