/** A column of dates. */
export type DateColumn = 'post_date' | 'post_modified';

/** Bounds of a date, both exclusive, as stored local dates. */
export interface DateRange {
  readonly column: DateColumn;
  readonly after?: string;
  readonly before?: string;
}

/** Asks for items by their terms in one taxonomy. */
export interface TermClause {
  readonly taxonomy: string;
  /** Ids of terms. */
  readonly terms: readonly number[];
  /** `IN`: any of the terms; `AND`: all of them; `NOT IN`: none of them. */
  readonly operator: 'IN' | 'AND' | 'NOT IN';
  /** Whether a term stands for its descendants too. */
  readonly includeChildren?: boolean;
}

/** Asks for items by their values of a key of metadata, one of which must fit. Values are compared as texts. */
export interface MetaClause {
  readonly key: string;
  readonly compare: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'EXISTS' | 'NOT EXISTS';
  /** Not asked for by `EXISTS` and `NOT EXISTS`. */
  readonly value?: string;
}

/**
 * What a list is ordered by. `include` and `include_slugs` follow the order of what was asked for,
 * `meta_value` that of the key `metaKey`, as texts.
 */
export type PostOrder =
  | 'author'
  | 'date'
  | 'id'
  | 'include'
  | 'include_slugs'
  | 'menu_order'
  | 'meta_value'
  | 'modified'
  | 'parent'
  | 'relevance'
  | 'slug'
  | 'title';

/** A column whose texts are searched. */
export type SearchColumn = 'post_title' | 'post_excerpt' | 'post_content';

/** Which items a list holds, in which order, and which part of it is wanted. */
export interface PostQuery {
  types?: readonly string[];
  /** `any` stands for all statuses that searches do not leave out. `publish` when left out. */
  statuses?: readonly string[];
  authors?: readonly number[];
  /** Switches `authors` off. */
  authorsExclude?: readonly number[];
  /** Switches `exclude` off. */
  include?: readonly number[];
  exclude?: readonly number[];
  slugs?: readonly string[];
  /** Switches `parentsExclude` off. */
  parents?: readonly number[];
  parentsExclude?: readonly number[];
  menuOrder?: number;
  mimeTypes?: readonly string[];
  /** Words, all of which must occur in title, excerpt or content; `-word` must not, `"a phrase"` is one word. */
  search?: string;
  /** Where the words of a search must occur; in title, excerpt or content when left out or empty. */
  searchColumns?: readonly SearchColumn[];
  /** A key of metadata whose values are searched as well. */
  searchMeta?: string;
  /** Whether a search leaves out items that have a password. */
  withoutPassword?: boolean;
  dates?: readonly DateRange[];
  terms?: readonly TermClause[];
  /** How the clauses of `terms` are joined; `AND` when left out. */
  termRelation?: 'AND' | 'OR';
  /** All of them must be met. */
  meta?: readonly MetaClause[];
  orderBy?: PostOrder;
  /** The key of metadata that `meta_value` orders by. */
  metaKey?: string;
  /** `desc` when left out. */
  order?: 'asc' | 'desc';
  /** From 1. */
  page?: number;
  /** -1 for all; 10 when left out. */
  perPage?: number;
  /** Replaces what `page` says. */
  offset?: number;
  /** Items that stand before the others of the list, in the list's order. */
  first?: readonly number[];
}

/** One part of a list. */
export interface PostResult<T> {
  readonly ids: number[];
  readonly posts: T[];
  /** How many items the whole list has. */
  readonly total: number;
}
