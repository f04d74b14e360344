import type { PluginHooks } from '../../core/index.ts';
import type { Taxonomies, TaxonomyCapabilities } from '../taxonomies/index.ts';
import type { Term } from './term.ts';
import type { TermStore } from './term-store.ts';

/** The capabilities of the built-in taxonomies, and the primitive ones that they are mapped to. */
const MAPPED: ReadonlyMap<string, string> = new Map([
  ['edit_categories', 'manage_categories'],
  ['delete_categories', 'manage_categories'],
  ['manage_post_tags', 'manage_categories'],
  ['edit_post_tags', 'manage_categories'],
  ['delete_post_tags', 'manage_categories'],
  ['assign_categories', 'edit_posts'],
  ['assign_post_tags', 'edit_posts'],
]);

/** The capabilities on one term, and the taxonomy's capability that each is mapped to. */
const OF_TERM: ReadonlyMap<string, keyof TaxonomyCapabilities> = new Map([
  ['edit_term', 'edit_terms'],
  ['delete_term', 'delete_terms'],
  ['assign_term', 'assign_terms'],
]);

declare module '../../core/rest/capability-catalogue.ts' {
  interface CapabilityCatalogue extends Readonly<Record<`${'edit' | 'delete' | 'assign'}_term`, [term: Term]>> {}
}

/** Taps `map_meta_cap`, so that `user.can('edit_term', term)` and the capabilities of the taxonomies are mapped. */
export function mapTermCapabilities(hooks: PluginHooks, taxonomies: Taxonomies, store: TermStore): void {
  const mapped = hooks.filter('map_meta_cap');
  mapped.tap('terms', (capabilities, capability, userId, args) => {
    const primitive = MAPPED.get(capability);
    if (primitive !== undefined) return [primitive];
    const ofTaxonomy = OF_TERM.get(capability);
    if (ofTaxonomy === undefined) return capabilities;
    const term = args[0] as Term | undefined;
    const taxonomy = term === undefined ? undefined : taxonomies.get(term.taxonomy);
    if (term === undefined || taxonomy === undefined) return ['do_not_allow'];
    if (capability === 'delete_term' && term.id === store.defaultTermId(term.taxonomy)) return ['do_not_allow'];
    const needed = taxonomy.cap[ofTaxonomy];
    return mapped.call([needed], needed, userId, args);
  });
}
