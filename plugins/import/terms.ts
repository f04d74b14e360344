import { isRestError } from '../../core/index.ts';
import { maybeUnserialize } from '../database/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { Term, TermStore } from '../terms/index.ts';
import type { WxrTerm } from './records.ts';

/** Finds or makes the terms of an export. */
export class ImportedTerms {
  readonly #terms: TermStore;
  readonly #taxonomies: Taxonomies;
  readonly #meta: MetaStore;
  readonly #ids = new Map<string, number>();
  /** Terms whose parent has not been read yet, by the parent's slug. */
  readonly #orphans: { term: Term; parent: string }[] = [];
  created = 0;
  /** Terms of taxonomies that nothing registers. */
  skipped = 0;

  constructor(terms: TermStore, taxonomies: Taxonomies, meta: MetaStore) {
    this.#terms = terms;
    this.#taxonomies = taxonomies;
    this.#meta = meta;
  }

  /** Takes a term that the export describes; one that is there stays as it is. */
  async add(term: WxrTerm): Promise<void> {
    if (this.#taxonomies.get(term.taxonomy) === undefined) {
      this.skipped++;
      return;
    }
    const known = await this.#terms.bySlug(term.slug, term.taxonomy);
    if (known !== null) {
      this.#ids.set(`${term.taxonomy} ${term.slug}`, known.id);
      return;
    }
    const parent = term.parent === '' ? 0 : await this.#find(term.taxonomy, term.parent);
    const made = await this.#create(term, parent);
    if (made === undefined) return;
    if (term.parent !== '' && parent === 0) this.#orphans.push({ term: made, parent: term.parent });
    for (const { key, value } of term.meta) await this.#meta.add('term', made.id, key, maybeUnserialize(value));
  }

  /** Our id of a term that an item names; made when it is not there, 0 when its taxonomy is unknown. */
  async idOf(named: Pick<WxrTerm, 'taxonomy' | 'slug' | 'name'>): Promise<number> {
    if (this.#taxonomies.get(named.taxonomy) === undefined) return 0;
    const known = await this.#find(named.taxonomy, named.slug);
    if (known !== 0) return known;
    const made = await this.#create({ ...named, id: 0, parent: '', description: '', meta: [] }, 0);
    return made?.id ?? 0;
  }

  /** Gives an item terms of a taxonomy. */
  assign(item: number, taxonomy: string, ids: readonly number[]): Promise<void> {
    return this.#terms.setObjectTerms(item, taxonomy, ids);
  }

  /** Puts terms below parents that came after them. */
  async finish(): Promise<void> {
    for (const { term, parent } of this.#orphans.splice(0)) {
      const id = await this.#find(term.taxonomy, parent);
      if (id !== 0) await this.#terms.update(term.id, term.taxonomy, { parent: id });
    }
  }

  async #find(taxonomy: string, slug: string): Promise<number> {
    const key = `${taxonomy} ${slug}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const term = await this.#terms.bySlug(slug, taxonomy);
    if (term !== null) this.#ids.set(key, term.id);
    return term?.id ?? 0;
  }

  async #create(term: WxrTerm, parent: number): Promise<Term | undefined> {
    const input = { slug: term.slug, description: term.description, parent, importId: term.id };
    let made: Term | null;
    try {
      made = await this.#terms.create(term.taxonomy, term.name || term.slug, input);
      this.created++;
    } catch (error) {
      // The name is taken under another slug: that term is used.
      if (!isRestError(error) || error.code !== 'term_exists') throw error;
      made = await this.#terms.byName(term.name, term.taxonomy);
    }
    if (made !== null) this.#ids.set(`${term.taxonomy} ${term.slug}`, made.id);
    return made ?? undefined;
  }
}
