import { datesOf, isAsked, termOf, UNCOUNTED } from './counted-list.ts';
import { DEFAULT_ORDER, DEFAULT_ORDER_BY, type PostQuery } from './post-query.ts';

/**
 * A list of one type and status, perhaps of one author, one MIME type or one term, in order of date: an index holds it as
 * it is.
 */
export interface DatedList {
  readonly type: string;
  readonly status: string;
  readonly author?: number;
  readonly mimeType?: string;
  readonly term?: { readonly taxonomy: string; readonly id: number };
  /** Bounds of the date, both exclusive; the tightest. */
  readonly after?: string;
  readonly before?: string;
  readonly order: 'asc' | 'desc';
}

/** The members of a query that a dated list cannot have. */
const OTHER = [...UNCOUNTED, 'parents'] as const satisfies (keyof PostQuery)[];

/** The dated list that a query with these statuses describes; undefined when the query has any other condition. */
export function datedList(query: PostQuery, statuses: readonly string[]): DatedList | undefined {
  const { types = [], authors = [], mimeTypes = [], terms = [] } = query;
  const { orderBy = DEFAULT_ORDER_BY, order = DEFAULT_ORDER } = query;
  const [type] = types;
  const [status] = statuses;
  if (type === undefined || types.length > 1 || status === undefined || statuses.length > 1) return undefined;
  if (orderBy !== 'date' || OTHER.some((name) => isAsked(query[name]))) return undefined;
  const narrowing = [authors, mimeTypes, terms].filter(({ length }) => length > 0);
  if (narrowing.length > 1 || narrowing.some(({ length }) => length > 1)) return undefined;
  const term = termOf(query);
  const [dates, ...otherDates] = datesOf(query);
  if ((terms.length > 0 && term === undefined) || otherDates.length > 0 || dates?.column === 'post_modified')
    return undefined;
  const { after, before } = dates ?? {};
  return { type, status, author: authors[0], mimeType: mimeTypes[0], term, after, before, order };
}
