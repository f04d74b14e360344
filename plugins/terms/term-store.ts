import { type RequestContext, serviceToken } from '../../core/index.ts';
import type { BatchLoader } from '../database/index.ts';
import type { FoundTerms, RelatedTerm, Term, TermInput, TermQuery } from './term.ts';

/** Finds and stores terms, and which items have them. */
export interface TermStore {
  /** The term of an id, if a taxonomy is given only of that one; or null. */
  byId(id: number, taxonomy?: string): Promise<Term | null>;
  byIds(ids: readonly number[], taxonomy?: string): Promise<Map<number, Term>>;
  /** Loads terms by id, batched, and cached until the request ends or a term is written. */
  loader(context: RequestContext): BatchLoader<number, Term | null>;
  /**
   * Loads the terms of items in every taxonomy, by name, in one statement for all items that are requested together.
   */
  objectLoader(context: RequestContext): BatchLoader<number, Term[]>;
  bySlug(slug: string, taxonomy: string): Promise<Term | null>;
  /** The first term of a name, without regard to case. */
  byName(name: string, taxonomy: string): Promise<Term | null>;
  query(query: TermQuery): Promise<FoundTerms>;
  /** The terms of items by item, ordered by name; in one statement. */
  ofObjects(objectIds: readonly number[], taxonomies: readonly string[]): Promise<Map<number, Term[]>>;
  /** The same, but of each term only the columns that items are shown with. */
  relatedTo(objectIds: readonly number[], taxonomies: readonly string[]): Promise<Map<number, RelatedTerm[]>>;
  /** Gives an item these terms of a taxonomy, in place of those it has or beside them; unknown ids are left out. */
  setObjectTerms(objectId: number, taxonomy: string, termIds: readonly number[], append?: boolean): Promise<void>;
  /** Takes all terms from an item that is going away. */
  removeObject(objectId: number): Promise<void>;
  /** Counts the published items of terms anew, by the taxonomy's rules, as the last of the transaction that is open. */
  updateCounts(taxonomy: string, termTaxonomyIds: readonly number[]): Promise<void>;
  /** Makes a term. Throws the errors `term_exists`, `empty_term_name`, `missing_parent`, `invalid_taxonomy`. */
  create(taxonomy: string, name: string, input?: TermInput): Promise<Term>;
  /** Changes a term. Throws the errors `duplicate_term_slug`, `empty_term_name`, `missing_parent`, `invalid_term`. */
  update(id: number, taxonomy: string, input: TermInput): Promise<Term>;
  /** Deletes a term; false when there is none, or when it is the taxonomy's default. Its children move up. */
  delete(id: number, taxonomy: string): Promise<boolean>;
  /** The id of the term that items without any get; 0 for a taxonomy that has none. */
  defaultTermId(taxonomy: string): number;
}

/** The token of the plugin `terms`. */
export const TermStore = serviceToken('term-store', {
  requiredPermissions: 'content:write',
  reads: [
    'byId',
    'byIds',
    'loader',
    'objectLoader',
    'bySlug',
    'byName',
    'query',
    'ofObjects',
    'relatedTo',
    'defaultTermId',
  ],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'term-store': TermStore;
  }
}
