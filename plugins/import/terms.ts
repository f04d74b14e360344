import { LRUCache } from 'lru-cache';
import { isRestError } from '../../core/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { Term, TermStore } from '../terms/index.ts';
import { type ImportMapping, kindOfTerm, type Waiting } from './mapping.ts';
import type { WxrTerm } from './records.ts';

/** The ids of how many terms are remembered; others are looked up. */
const REMEMBERED = 20_000;

/** Finds or makes the terms of an export. */
export class ImportedTerms {
  readonly #terms: TermStore;
  readonly #taxonomies: Taxonomies;
  readonly #meta: MetaStore;
  readonly #mapping: ImportMapping;
  /** Our ids by taxonomy and slug. */
  readonly #ids = new LRUCache<string, number>({ max: REMEMBERED });
  created = 0;
  /** Terms of taxonomies that nothing registers. */
  skipped = 0;

  constructor(terms: TermStore, taxonomies: Taxonomies, meta: MetaStore, mapping: ImportMapping) {
    this.#terms = terms;
    this.#taxonomies = taxonomies;
    this.#meta = meta;
    this.#mapping = mapping;
  }

  /** Takes a term that the export describes, in a batch of the mapping; one that is there stays as it is. */
  async add(term: WxrTerm): Promise<void> {
    if (this.#taxonomies.get(term.taxonomy) === undefined) {
      this.skipped++;
      return;
    }
    const known = await this.#terms.bySlug(term.slug, term.taxonomy);
    if (known !== null) {
      this.#ids.set(keyOf(term.taxonomy, term.slug), known.id);
      this.#remember(term, known);
      return;
    }
    const parent = term.parent === '' ? 0 : await this.#find(term.taxonomy, term.parent);
    const { term: made, isNew } = await this.#create(term, parent);
    if (made === null) return;
    this.#remember(term, made);
    if (!isNew) return;
    if (term.parent !== '' && parent === 0)
      this.#mapping.wait('term', 'parent', { id: made.id, original: keyOf(term.taxonomy, term.parent) });
    if (term.meta.length === 0) return;
    await this.#meta.addStored(
      'term',
      made.id,
      term.meta.map(({ key, value }) => [key, value] as const),
    );
  }

  /** Our id of a term that an item names; made when it is not there, 0 when its taxonomy is unknown. */
  async idOf(named: Pick<WxrTerm, 'taxonomy' | 'slug' | 'name'>): Promise<number> {
    if (this.#taxonomies.get(named.taxonomy) === undefined) return 0;
    const known = await this.#find(named.taxonomy, named.slug);
    if (known !== 0) return known;
    const { term } = await this.#create({ ...named, id: 0, parent: '', description: '', meta: [] }, 0);
    return term?.id ?? 0;
  }

  /** Gives an item terms of a taxonomy. */
  assign(item: number, taxonomy: string, ids: readonly number[]): Promise<void> {
    return this.#terms.setObjectTerms(item, taxonomy, ids);
  }

  /** Puts terms below parents that came after them. */
  finish(): Promise<void> {
    return this.#mapping.complete('term', 'parent', async (records) => {
      for (const record of records) await this.#mendParent(record);
    });
  }

  /** Menus refer to terms by their numbers. */
  #remember(term: WxrTerm, { id }: Term): void {
    if (term.id > 0) this.#mapping.remember(kindOfTerm(term.taxonomy), term.id, id);
  }

  async #mendParent({ id, original }: Waiting): Promise<void> {
    const [taxonomy = '', slug = ''] = original.split(' ', 2);
    const parent = await this.#find(taxonomy, slug);
    // A term that was deleted meanwhile needs no parent.
    if (parent !== 0 && (await this.#terms.byId(id, taxonomy)) !== null)
      await this.#terms.update(id, taxonomy, { parent });
  }

  async #find(taxonomy: string, slug: string): Promise<number> {
    const key = keyOf(taxonomy, slug);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const term = await this.#terms.bySlug(slug, taxonomy);
    if (term !== null) this.#ids.set(key, term.id);
    return term?.id ?? 0;
  }

  /** Makes a term; `isNew` is false where its name is taken under another slug, whose term is used. */
  async #create(term: WxrTerm, parent: number): Promise<{ term: Term | null; isNew: boolean }> {
    const input = { slug: term.slug, description: term.description, parent, importId: term.id };
    let made: { term: Term | null; isNew: boolean };
    try {
      made = { term: await this.#terms.create(term.taxonomy, term.name || term.slug, input), isNew: true };
      this.created++;
    } catch (error) {
      if (!isRestError(error) || error.code !== 'term_exists') throw error;
      made = { term: await this.#terms.byName(term.name, term.taxonomy), isNew: false };
    }
    if (made.term !== null) this.#ids.set(keyOf(term.taxonomy, term.slug), made.term.id);
    return made;
  }
}

/** Names a term of the source. Names of taxonomies have no spaces. */
const keyOf = (taxonomy: string, slug: string): string => `${taxonomy} ${slug}`;
