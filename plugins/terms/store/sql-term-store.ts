import type { PluginHooks, RequestContext } from '../../../core/index.ts';
import type { ContentTypes } from '../../content-types/index.ts';
import { type BatchLoader, type Database, loader } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { Options } from '../../options/index.ts';
import { defaultTermOption, type Taxonomies, type Taxonomy } from '../../taxonomies/index.ts';
import { storeErrors } from '../errors.ts';
import { type FoundTerms, type RelatedTerm, type Term, type TermInput, type TermQuery, taxonomiesOf } from '../term.ts';
import type { TermStore } from '../term-store.ts';
import { type CountedTerm, countedTerm, updateCounts } from './counts.ts';
import { createTerm } from './create.ts';
import { deleteTerm } from './delete.ts';
import { findTerms } from './find.ts';
import { lockTermRows, lockTerms } from './lock.ts';
import { addRelations, relatedTerms, relationsOf, removeRelations, termsOfObjects } from './relations.ts';
import { termsByIds } from './rows.ts';
import { updateTerm } from './update.ts';

/** The services that the store of terms depends on. */
export interface TermStoreDependencies {
  readonly database: Database;
  readonly hooks: PluginHooks;
  readonly meta: MetaStore;
  readonly options: Options;
  readonly taxonomies: Taxonomies;
  readonly types: ContentTypes;
}

/** The store of terms in the site's database. */
export class SqlTermStore implements TermStore {
  readonly #dependencies: TermStoreDependencies;
  readonly #database: Database;
  /** Counts writes, so that terms that a request loaded before a write are not used after it. */
  #version = 0;
  readonly #count: (terms: readonly CountedTerm[]) => Promise<void>;

  constructor(dependencies: TermStoreDependencies) {
    this.#dependencies = dependencies;
    this.#database = dependencies.database;
    this.#count = this.#database.beforeCommit((terms: readonly CountedTerm[]) =>
      this.#write(() => updateCounts(this.#database, dependencies, terms)),
    );
  }

  async byId(id: number, taxonomy?: string): Promise<Term | null> {
    return (await this.byIds([id], taxonomy)).get(id) ?? null;
  }

  byIds(ids: readonly number[], taxonomy?: string): Promise<Map<number, Term>> {
    return termsByIds(this.#database, ids, taxonomy);
  }

  loader(context: RequestContext): BatchLoader<number, Term | null> {
    return loader(context, `terms:by-id:${this.#version}`, async (ids: readonly number[]) => {
      const terms = await this.byIds(ids);
      return ids.map((id) => terms.get(id) ?? null);
    });
  }

  objectLoader(context: RequestContext): BatchLoader<number, Term[]> {
    return loader(context, `terms:by-object:${this.#version}`, async (ids: readonly number[]) => {
      const taxonomies = this.#dependencies.taxonomies.all().map((taxonomy) => taxonomy.name);
      const terms = await this.ofObjects(ids, taxonomies);
      return ids.map((id) => terms.get(id)!);
    });
  }

  async bySlug(slug: string, taxonomy: string): Promise<Term | null> {
    return (await this.query({ taxonomy, slug: [slug], number: 1 })).terms[0] ?? null;
  }

  async byName(name: string, taxonomy: string): Promise<Term | null> {
    return (await this.query({ taxonomy, name, orderby: 'id', number: 1 })).terms[0] ?? null;
  }

  query(query: TermQuery): Promise<FoundTerms> {
    const taxonomies = taxonomiesOf(query).map((name) => this.#dependencies.taxonomies.get(name));
    const hierarchical = taxonomies.some((taxonomy) => taxonomy?.hierarchical);
    return findTerms(this.#database, query, hierarchical);
  }

  ofObjects(objectIds: readonly number[], taxonomies: readonly string[]): Promise<Map<number, Term[]>> {
    return termsOfObjects(this.#database, objectIds, taxonomies);
  }

  relatedTo(objectIds: readonly number[], taxonomies: readonly string[]): Promise<Map<number, RelatedTerm[]>> {
    return relatedTerms(this.#database, objectIds, taxonomies);
  }

  async setObjectTerms(objectId: number, name: string, termIds: readonly number[], append = false): Promise<void> {
    const taxonomy = this.#taxonomy(name);
    await this.#write(async () => {
      const [terms, relations] = await Promise.all([
        this.byIds([...new Set(termIds)], name),
        relationsOf(this.#database, objectId, [name]),
      ]);
      const old = relations.map(({ id }) => id);
      const requested = [...new Set(termIds)].flatMap((id) => terms.get(id)?.taxonomyId ?? []);
      const removed = append ? [] : old.filter((id) => !requested.includes(id));
      const added = requested.filter((id) => !old.includes(id));
      const stored = taxonomy.sort && !append ? requested : added;
      const rows = stored.map((id, order) => ({
        object_id: objectId,
        term_taxonomy_id: id,
        term_order: taxonomy.sort ? order + 1 : 0,
      }));
      this.#database.unawaited(removeRelations(this.#database, objectId, taxonomy.sort && !append ? old : removed));
      this.#database.unawaited(addRelations(this.#database, rows));
      await this.updateCounts(name, [...added, ...removed]);
      const action = this.#dependencies.hooks.action('set_object_terms');
      await action.promise(objectId, termIds, requested, name, append, old);
    });
  }

  removeObject(objectId: number): Promise<void> {
    return this.#write(async () => {
      const taxonomies = this.#dependencies.taxonomies.all().map(({ name }) => name);
      const relations = await relationsOf(this.#database, objectId, taxonomies);
      if (relations.length === 0) return;
      const ids = relations.map(({ id }) => id);
      this.#database.unawaited(removeRelations(this.#database, objectId, ids));
      await this.#count(relations.map(({ id, taxonomy }) => countedTerm(id, taxonomy)));
    });
  }

  async updateCounts(taxonomy: string, termTaxonomyIds: readonly number[]): Promise<void> {
    this.#taxonomy(taxonomy);
    if (termTaxonomyIds.length > 0) await this.#count(termTaxonomyIds.map((id) => countedTerm(id, taxonomy)));
  }

  create(taxonomy: string, name: string, input: TermInput = {}): Promise<Term> {
    return this.#write(async () => {
      const id = await createTerm(this.#database, this.#taxonomy(taxonomy), { ...input, name });
      const term = (await this.byId(id, taxonomy))!;
      await this.#dependencies.hooks.action('created_term').promise(id, term.taxonomyId, taxonomy);
      return term;
    });
  }

  update(id: number, taxonomy: string, input: TermInput): Promise<Term> {
    return this.#write(async () => {
      const known = await this.byId(id, taxonomy);
      await lockTerms(this.#database);
      const gone = known === null ? [id] : await lockTermRows(this.#database, [known.taxonomyId]);
      // Others may have removed or changed it before it was locked.
      const term = gone.length > 0 ? null : await this.byId(id, taxonomy);
      if (term === null) throw storeErrors.invalid_term();
      await updateTerm(this.#database, this.#taxonomy(taxonomy), term, input);
      await this.#dependencies.hooks.action('edited_term').promise(id, term.taxonomyId, taxonomy);
      return (await this.byId(id, taxonomy))!;
    });
  }

  delete(id: number, name: string): Promise<boolean> {
    const { hooks, meta } = this.#dependencies;
    return this.#write(async () => {
      const term = await this.byId(id, name);
      const standardId = this.defaultTermId(name);
      if (term === null || id === standardId) return false;
      const standard = standardId === 0 ? null : await this.byId(standardId, name);
      const { objectIds, reassigned } = await deleteTerm(this.#database, this.#taxonomy(name), term, standard);
      await meta.deleteAll('term', id);
      if (standard !== null && reassigned.length > 0) {
        await this.updateCounts(name, [standard.taxonomyId]);
        const action = hooks.action('set_object_terms');
        for (const objectId of action.isUsed() ? reassigned : []) {
          await action.promise(objectId, [standard.id], [standard.taxonomyId], name, false, [term.taxonomyId]);
        }
      }
      await hooks.action('delete_term').promise(id, term.taxonomyId, name, term, objectIds);
      return true;
    });
  }

  defaultTermId(taxonomy: string): number {
    return Number(this.#dependencies.options.get<unknown>(defaultTermOption(taxonomy), 0));
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#database.transaction(work);
    } finally {
      this.#version++;
    }
  }

  #taxonomy(name: string): Taxonomy {
    const taxonomy = this.#dependencies.taxonomies.get(name);
    if (taxonomy === undefined) throw storeErrors.invalid_taxonomy();
    return taxonomy;
  }
}
