import type { Post, PostQuery, TermClause } from '../../../plugins/posts/index.ts';

/** An item with the ids of its terms. */
export interface TermedPost extends Post {
  readonly terms: readonly number[];
}

/** The parents of terms, by id. */
export type TermParents = ReadonlyMap<number, number>;

const ANY = ['publish', 'future', 'draft', 'pending', 'private', 'inherit'];

/** The items that a list must hold, found the slow way among all items. */
export function naiveQuery(
  all: readonly TermedPost[],
  query: PostQuery,
  parents: TermParents,
): { ids: number[]; total: number } {
  const found = all.filter((post) => matches(post, query, parents)).sort((one, two) => compare(one, two, query));
  const { page = 1, perPage = 10, offset = (page - 1) * perPage } = query;
  const part = perPage < 0 ? found : found.slice(offset, offset + perPage);
  return { ids: part.map(({ id }) => id), total: found.length };
}

const isGiven = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

function matches(post: TermedPost, query: PostQuery, parents: TermParents): boolean {
  const statuses = query.statuses ?? ['publish'];
  const oneOf = <T>(list: readonly T[] | undefined, value: T) => !isGiven(list) || list.includes(value);
  const noneOf = <T>(list: readonly T[] | undefined, value: T) => !isGiven(list) || !list.includes(value);
  const chosen = <T>(included: readonly T[] | undefined, excluded: readonly T[] | undefined, value: T) =>
    isGiven(included) ? included.includes(value) : noneOf(excluded, value);
  return (
    oneOf(query.types, post.type) &&
    (statuses.includes(post.status) || (statuses.includes('any') && ANY.includes(post.status))) &&
    (isGiven(query.authorsExclude) ? noneOf(query.authorsExclude, post.author) : oneOf(query.authors, post.author)) &&
    chosen(query.include, query.exclude, post.id) &&
    chosen(query.parents, query.parentsExclude, post.parent) &&
    oneOf(query.slugs, post.name) &&
    oneOf(query.mimeTypes, post.mimeType) &&
    (query.menuOrder === undefined || post.menuOrder === query.menuOrder) &&
    (query.dates ?? []).every(({ column, after, before }) => {
      const date = column === 'post_date' ? post.date : post.modified;
      return (after === undefined || date > after) && (before === undefined || date < before);
    }) &&
    (!query.search || matchesSearch(post, query)) &&
    matchesTerms(post, query, parents)
  );
}

/** Searches of the spec are single words or two of them, a phrase, or a word that must not occur. */
function matchesSearch(post: TermedPost, { search = '', withoutPassword }: PostQuery): boolean {
  const texts = [post.title, post.excerpt, post.content].map((text) => text.toLowerCase());
  const occurs = (word: string) => texts.some((text) => text.includes(word.toLowerCase()));
  const words = search.startsWith('"') ? [search.slice(1, -1)] : search.split(' ');
  const fits = words.every((word) => (word.startsWith('-') ? !occurs(word.slice(1)) : occurs(word)));
  return fits && !(withoutPassword && post.password !== '');
}

function matchesTerms(post: TermedPost, { terms = [], termRelation }: PostQuery, parents: TermParents): boolean {
  const fits = (clause: TermClause) => {
    const ids = clause.includeChildren
      ? [...parents.keys()].filter((id) => isBelow(id, clause, parents))
      : clause.terms;
    if (clause.operator === 'AND') return ids.every((id) => post.terms.includes(id));
    return ids.some((id) => post.terms.includes(id)) === (clause.operator === 'IN');
  };
  if (terms.length === 0) return true;
  return termRelation === 'OR' ? terms.some(fits) : terms.every(fits);
}

function isBelow(id: number, { terms }: TermClause, parents: TermParents): boolean {
  for (let current = id; current !== 0; current = parents.get(current) ?? 0) if (terms.includes(current)) return true;
  return false;
}

function compare(one: TermedPost, two: TermedPost, query: PostQuery): number {
  const direction = query.order === 'asc' ? 1 : -1;
  const byId = (one.id - two.id) * direction;
  const place = (post: TermedPost) => key(post, query);
  const [left, right] = [place(one), place(two)];
  if (left === right) return byId;
  const isFixed =
    (query.orderBy === 'include' && isGiven(query.include)) ||
    (query.orderBy === 'include_slugs' && isGiven(query.slugs));
  return (left < right ? -1 : 1) * (isFixed ? 1 : direction);
}

function key(post: TermedPost, query: PostQuery): string | number {
  switch (query.orderBy) {
    case 'author':
      return post.author;
    case 'id':
      return post.id;
    case 'include':
      return isGiven(query.include) ? query.include.indexOf(post.id) : post.date;
    case 'include_slugs':
      return isGiven(query.slugs) ? query.slugs.indexOf(post.name) : post.date;
    case 'menu_order':
      return post.menuOrder;
    case 'modified':
      return post.modified;
    case 'parent':
      return post.parent;
    case 'slug':
      return post.name;
    case 'title':
      return post.title.toLowerCase();
    default:
      return post.date;
  }
}
