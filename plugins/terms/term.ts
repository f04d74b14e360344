/** A term of a taxonomy. */
export interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly taxonomy: string;
  /** The id that relations to items refer to. */
  readonly taxonomyId: number;
  readonly description: string;
  /** The id of the term above; 0 for none. */
  readonly parent: number;
  /** How many published items have the term. */
  readonly count: number;
}

/** The columns of a term that items are shown with. */
export type RelatedTerm = Pick<Term, 'id' | 'slug' | 'taxonomy' | 'parent'>;

/** The input that makes or changes a term. */
export interface TermInput {
  name?: string;
  /** Made of the name when empty. */
  slug?: string;
  description?: string;
  parent?: number;
  /** An id to give to a new term, if it is free. */
  importId?: number;
}

/** What terms can be ordered by; `include` and `slug__in` follow the lists of the query. */
export type TermOrder = 'id' | 'include' | 'name' | 'slug' | 'slug__in' | 'term_group' | 'description' | 'count';

/** Which terms to find. */
export interface TermQuery {
  /** The taxonomy, or several of them. */
  taxonomy: string | readonly string[];
  /** Only these ids; switches `exclude` off. */
  include?: readonly number[];
  exclude?: readonly number[];
  /** A text in the name or the slug. */
  search?: string;
  slug?: readonly string[];
  /** A name, without regard to case. */
  name?: string;
  /** Only terms directly below this one; 0 for those below none. */
  parent?: number;
  /** Only used terms, and in hierarchical taxonomies those above used ones. */
  hideEmpty?: boolean;
  /** Only terms of these items; switches `hideEmpty` off. */
  objectIds?: readonly number[];
  orderby?: TermOrder;
  order?: 'asc' | 'desc';
  /** How many; all when left out. */
  number?: number;
  offset?: number;
}

/** The taxonomies of a query. */
export const taxonomiesOf = ({ taxonomy }: TermQuery): readonly string[] => [taxonomy].flat();

/** A page of terms, and how many there are in all. */
export interface FoundTerms {
  readonly terms: Term[];
  readonly total: number;
}
