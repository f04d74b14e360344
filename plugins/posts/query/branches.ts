import { isAsked } from './counted-list.ts';
import { DEFAULT_ORDER_BY, type PostQuery } from './post-query.ts';

/** With more branches than this a list is not taken apart. */
const MOST = 24;

/** The members of a query that leave few items, which are gathered and put in order. */
const NARROWING = [
  'include',
  'slugs',
  'menuOrder',
  'search',
  'terms',
  'meta',
  'parents',
] as const satisfies (keyof PostQuery)[];

/**
 * The lists of one type, one status, and at most one author and one MIME type that a list consists of: no item is in two
 * of them, and an index holds each in its order. Undefined for a list that is one already, and where it is of no use.
 */
export function branchesOf(query: PostQuery, statuses: readonly string[]): PostQuery[] | undefined {
  const { types = [], authors = [], authorsExclude = [], mimeTypes = [], orderBy = DEFAULT_ORDER_BY } = query;
  if (types.length === 0 || NARROWING.some((name) => isAsked(query[name]))) return undefined;
  const byAuthor = authorsExclude.length === 0 ? authors : [];
  if ((byAuthor.length > 0 || mimeTypes.length > 0) && orderBy !== 'date') return undefined;
  let branches: PostQuery[] = [query];
  const divide = <T>(values: readonly T[], member: (value: T) => Partial<PostQuery>) => {
    if (values.length === 0) return;
    branches = branches.flatMap((branch) => [...new Set(values)].map((value) => ({ ...branch, ...member(value) })));
  };
  divide(types, (type) => ({ types: [type] }));
  divide(statuses, (status) => ({ statuses: [status] }));
  divide(byAuthor, (author) => ({ authors: [author] }));
  divide(mimeTypes, (mimeType) => ({ mimeTypes: [mimeType] }));
  return branches.length > 1 && branches.length <= MOST && statuses.length > 0 ? branches : undefined;
}
