import type { DateRange, PostQuery } from './post-query.ts';

/** A list of one type and status whose total the derived counts hold: one bucket of them, or the buckets between dates. */
export interface CountedList {
  readonly type: string;
  readonly status: string;
  readonly author?: number;
  readonly mimeType?: string;
  /** Whether only items without a parent are in the list. */
  readonly isTop?: boolean;
  readonly term?: { readonly taxonomy: string; readonly id: number };
  readonly dates?: DateRange;
}

/** The members of a query on which nothing is counted. */
export const UNCOUNTED = [
  'authorsExclude',
  'include',
  'exclude',
  'slugs',
  'parentsExclude',
  'menuOrder',
  'search',
  'meta',
] as const satisfies (keyof PostQuery)[];

/** Empty lists and texts are no conditions. */
export const isAsked = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The counted list that a query with these statuses describes; undefined when it has any other condition, or several. */
export function countedList(query: PostQuery, statuses: readonly string[]): CountedList | undefined {
  const { types = [], authors = [], parents = [], mimeTypes = [], terms = [] } = query;
  const [type] = types;
  const [status] = statuses;
  if (type === undefined || types.length > 1 || status === undefined || statuses.length > 1) return undefined;
  if (UNCOUNTED.some((name) => isAsked(query[name]))) return undefined;
  if (authors.length > 1 || mimeTypes.length > 1 || parents.some((id) => id !== 0)) return undefined;
  const term = termOf(query);
  const dates = datesOf(query);
  if ((terms.length > 0 && term === undefined) || dates.length > 1) return undefined;
  const buckets = {
    ...(authors.length > 0 ? { author: authors[0]! } : {}),
    ...(mimeTypes.length > 0 ? { mimeType: mimeTypes[0]! } : {}),
    ...(parents.length > 0 ? { isTop: true } : {}),
    ...(term === undefined ? {} : { term }),
    ...(dates.length > 0 ? { dates: dates[0]! } : {}),
  };
  return Object.keys(buckets).length > 1 ? undefined : { type, status, ...buckets };
}

/** The only term of a query, which items must have; undefined for any other condition on terms. */
export function termOf({ terms = [] }: PostQuery): { readonly taxonomy: string; readonly id: number } | undefined {
  const [clause, ...others] = terms;
  const [id, ...more] = clause?.terms ?? [];
  if (clause === undefined || id === undefined || others.length > 0 || more.length > 0) return undefined;
  return clause.operator === 'NOT IN' ? undefined : { taxonomy: clause.taxonomy, id };
}

/** The bounds that a query puts on each column of dates: the tightest. */
export function datesOf({ dates = [] }: PostQuery): DateRange[] {
  return (['post_date', 'post_modified'] as const).flatMap((column) => {
    const given = dates.filter((range) => range.column === column);
    const after = outermost(given.map((range) => range.after));
    const before = outermost(
      given.map((range) => range.before),
      -1,
    );
    return after === undefined && before === undefined ? [] : [{ column, after, before }];
  });
}

/** The greatest of some texts, or the smallest. */
function outermost(texts: readonly (string | undefined)[], direction = 1): string | undefined {
  const sorted = texts.filter((text) => text !== undefined).sort();
  return sorted.at(direction === 1 ? -1 : 0);
}
