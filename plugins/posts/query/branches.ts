import { isAsked } from './counted-list.ts';
import { DEFAULT_ORDER_BY, type PostQuery, type TermClause } from './post-query.ts';

/** With more branches than this a list is not taken apart. */
const MOST = 24;

/** The members of a query that leave few items, which are gathered and put in order. */
const NARROWING = ['include', 'slugs', 'menuOrder', 'search', 'meta', 'parents'] as const satisfies (keyof PostQuery)[];

/** The lists that a list consists of. */
export interface Branches {
  /** Each has one type, one status, and at most one author, one MIME type and one term: an index holds it in its order. */
  readonly lists: readonly PostQuery[];
  /** Whether an item may be in two of them, which is so when there are several terms. */
  readonly overlap: boolean;
}

/** Takes a list apart; undefined for a list that is one branch already, and where it is of no use. */
export function branchesOf(query: PostQuery, statuses: readonly string[]): Branches | undefined {
  const { types = [], authors = [], authorsExclude = [], mimeTypes = [], orderBy = DEFAULT_ORDER_BY } = query;
  if (types.length === 0 || statuses.length === 0 || NARROWING.some((name) => isAsked(query[name]))) return undefined;
  const byAuthor = authorsExclude.length === 0 ? authors : [];
  const alternatives = alternativesOf(query);
  if (alternatives === undefined) return undefined;
  const isInParts = [byAuthor, mimeTypes, alternatives].some(({ length }) => length > 0);
  if (isInParts && orderBy !== 'date') return undefined;
  let lists: PostQuery[] = [query];
  const divide = <T>(values: readonly T[], member: (value: T) => Partial<PostQuery>) => {
    if (values.length === 0) return;
    lists = lists.flatMap((list) => [...new Set(values)].map((value) => ({ ...list, ...member(value) })));
  };
  divide(types, (type) => ({ types: [type] }));
  divide(statuses, (status) => ({ statuses: [status] }));
  divide(byAuthor, (author) => ({ authors: [author] }));
  divide(mimeTypes, (mimeType) => ({ mimeTypes: [mimeType] }));
  divide(alternatives, (clause) => ({ terms: [clause], termRelation: 'AND' }));
  if (lists.length === 1 || lists.length > MOST) return undefined;
  return { lists, overlap: alternatives.length > 1 };
}

/** The terms of which items have to have one, each as a clause of its own; undefined for other conditions on terms. */
function alternativesOf({ terms = [], termRelation = 'AND' }: PostQuery): TermClause[] | undefined {
  if (terms.length > 1 && termRelation === 'AND') return undefined;
  const isOfAny = ({ operator, terms: ids }: TermClause) =>
    ids.length > 0 && (operator === 'IN' || (operator === 'AND' && ids.length === 1));
  if (!terms.every(isOfAny)) return undefined;
  return terms.flatMap(({ taxonomy, terms: ids }) =>
    [...new Set(ids)].map((id) => ({ taxonomy, terms: [id], operator: 'IN' as const })),
  );
}
