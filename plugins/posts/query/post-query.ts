import { FIRST_PAGE, PER_PAGE } from '../../pagination/index.ts';

/** A column of dates. */
export type DateColumn = 'post_date' | 'post_modified';

/** Bounds of a date, both exclusive, as stored local dates. */
export interface DateRange {
  readonly column: DateColumn;
  readonly after?: string;
  readonly before?: string;
}

/** A condition on the terms that items have in one taxonomy. */
export interface TermClause {
  readonly taxonomy: string;
  /** Ids of terms. */
  readonly terms: readonly number[];
  /** `IN`: any of the terms; `AND`: all of them; `NOT IN`: none of them. */
  readonly operator: 'IN' | 'AND' | 'NOT IN';
  /** Whether the descendants of the terms match too. */
  readonly includeChildren?: boolean;
}

/**
 * A condition on the values that items have of a key of metadata, one of which must fit. Values are compared as texts.
 */
export interface MetaClause {
  readonly key: string;
  readonly compare: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'EXISTS' | 'NOT EXISTS';
  /** Not used by `EXISTS` and `NOT EXISTS`. */
  readonly value?: string;
}

/**
 * What a list is ordered by. `include` and `include_slugs` follow the order of the requested ids or slugs; `meta_value`
 * orders by the values of the key `metaKey`, as texts.
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

/** What a list is ordered by where neither a query nor a request says. */
export const DEFAULT_ORDER_BY: PostOrder = 'date';

/** The direction of the order where neither a query nor a request says. */
export const DEFAULT_ORDER = 'desc';

/** The order that the arguments `orderby` and `order` of a request give. */
export const requestedOrder = (param: (name: string) => unknown): Required<Pick<PostQuery, 'order' | 'orderBy'>> => ({
  orderBy: (param('orderby') ?? DEFAULT_ORDER_BY) as PostOrder,
  order: param('order') === 'asc' ? 'asc' : DEFAULT_ORDER,
});

/** A column whose texts are searched. */
export type SearchColumn = 'post_title' | 'post_excerpt' | 'post_content';

/** Which items a list holds, in which order, and which part of the list to find. */
export interface PostQuery {
  types?: readonly string[];
  /** `any` means all statuses that searches do not leave out. `publish` when left out. */
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
  /** The statuses of which the item must be that a found item belongs to, as a file to the item it is attached to. */
  searchParentStatuses?: readonly string[];
  dates?: readonly DateRange[];
  terms?: readonly TermClause[];
  /** How the clauses of `terms` are joined; `AND` when left out. */
  termRelation?: 'AND' | 'OR';
  /** All of them must be met. */
  meta?: readonly MetaClause[];
  /** `DEFAULT_ORDER_BY` when left out. */
  orderBy?: PostOrder;
  /** The key of metadata that `meta_value` orders by. */
  metaKey?: string;
  /** `DEFAULT_ORDER` when left out. */
  order?: 'asc' | 'desc';
  /** From 1. */
  page?: number;
  /** -1 for all; `PER_PAGE` when left out. */
  perPage?: number;
  /** Replaces what `page` says. */
  offset?: number;
  /** Items that stand before the others of the list, in the list's order. */
  first?: readonly number[];
}

/** A number of items of a list, behind so many others. */
export interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** The part of the list that a query selects; undefined for the whole list. */
export function partOf({ page = FIRST_PAGE, perPage = PER_PAGE, offset }: PostQuery): Part | undefined {
  if (perPage < 0) return undefined;
  return { limit: perPage, offset: offset ?? (Math.max(page, 1) - 1) * perPage };
}

/** One part of a list. */
export interface PostResult<T> {
  readonly ids: number[];
  readonly posts: T[];
  /** How many items the whole list has. */
  readonly total: number;
}
