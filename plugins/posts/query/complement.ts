import { isAsked } from './counted-list.ts';
import type { PostQuery } from './post-query.ts';

/** The members of a query that leave items out, each with the one that asks for these items alone. */
const EXCLUSIONS = [
  ['exclude', 'include'],
  ['authorsExclude', 'authors'],
  ['parentsExclude', 'parents'],
] as const;

/** A list without one of its exclusions, and the items of that list which the exclusion leaves out. */
export interface Complement {
  readonly whole: PostQuery;
  readonly excluded: PostQuery;
}

/** The first exclusion of a query, whose total is that of the whole list less that of the excluded items. */
export function complementOf(query: PostQuery): Complement | undefined {
  for (const [without, within] of EXCLUSIONS) {
    if (!isAsked(query[without])) continue;
    // `authorsExclude` comes before `authors`; the others give way to the member that includes.
    const rest = { ...query, [without]: [] };
    if (without === 'authorsExclude')
      return { whole: { ...rest, authors: [] }, excluded: { ...rest, authors: query[without] } };
    if (!isAsked(query[within])) return { whole: rest, excluded: { ...rest, [within]: query[without] } };
  }
  const { terms = [], termRelation = 'AND' } = query;
  const at = terms.findIndex(({ operator }) => operator === 'NOT IN');
  if (at < 0 || (termRelation === 'OR' && terms.length > 1)) return undefined;
  const whole = { ...query, terms: terms.filter((_, index) => index !== at) };
  return { whole, excluded: { ...whole, terms: [...whole.terms, { ...terms[at]!, operator: 'IN' }] } };
}
