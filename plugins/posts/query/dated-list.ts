import { DEFAULT_ORDER, DEFAULT_ORDER_BY, type PostQuery } from './post-query.ts';

/** A list of one type and status, perhaps of one author or one term, in order of date: an index holds it as it is. */
export interface DatedList {
  readonly type: string;
  readonly status: string;
  readonly author?: number;
  readonly term?: { readonly taxonomy: string; readonly id: number };
  /** Bounds of the date, both exclusive; the tightest. */
  readonly after?: string;
  readonly before?: string;
  readonly order: 'asc' | 'desc';
}

/** The members of a query that a dated list cannot have. */
const OTHER = [
  'authorsExclude',
  'include',
  'exclude',
  'slugs',
  'parents',
  'parentsExclude',
  'menuOrder',
  'mimeTypes',
  'search',
  'meta',
] as const satisfies (keyof PostQuery)[];

/** The dated list that a query with these statuses describes; undefined when the query has any other condition. */
export function datedList(query: PostQuery, statuses: readonly string[]): DatedList | undefined {
  const { types = [], authors = [], terms = [], dates = [] } = query;
  const { orderBy = DEFAULT_ORDER_BY, order = DEFAULT_ORDER } = query;
  const [type] = types;
  const [status] = statuses;
  if (type === undefined || types.length > 1 || status === undefined || statuses.length > 1) return undefined;
  if (orderBy !== 'date' || OTHER.some((name) => isAsked(query[name]))) return undefined;
  if (authors.length > 1 || terms.length > 1 || (authors.length > 0 && terms.length > 0)) return undefined;
  const [clause] = terms;
  const [id] = clause?.terms ?? [];
  if (clause !== undefined && (id === undefined || clause.terms.length > 1)) return undefined;
  if (clause?.operator === 'NOT IN') return undefined;
  const given = dates.filter(({ after, before }) => after !== undefined || before !== undefined);
  if (given.some(({ column }) => column !== 'post_date')) return undefined;
  return {
    type,
    status,
    author: authors[0],
    term: clause === undefined ? undefined : { taxonomy: clause.taxonomy, id: id! },
    after: outermost(given.map(({ after }) => after)),
    before: outermost(
      given.map(({ before }) => before),
      -1,
    ),
    order,
  };
}

/** Empty lists and texts are no conditions. */
const isAsked = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The greatest of some texts, or the smallest. */
function outermost(texts: readonly (string | undefined)[], direction = 1): string | undefined {
  const sorted = texts.filter((text) => text !== undefined).sort();
  return sorted.at(direction === 1 ? -1 : 0);
}
