import { type FoundTerms, type Term, type TermQuery, taxonomiesOf } from './term.ts';

/**
 * Whether a query asks for the terms of one item in an order that the loader of items' terms gives: then many
 * such queries, as embeds make them, share one statement.
 */
export const isPlainObjectQuery = (query: TermQuery): boolean =>
  query.objectIds?.length === 1 &&
  !query.include?.length &&
  !query.exclude?.length &&
  !query.slug?.length &&
  !query.search &&
  query.name === undefined &&
  query.parent === undefined &&
  query.orderby === 'name' &&
  query.order !== 'desc';

/** Takes the page of a query from all terms of its item, which are ordered by name. */
export function pageOfObject(all: readonly Term[], query: TermQuery): FoundTerms {
  const { offset = 0, number } = query;
  const terms = all.filter((term) => taxonomiesOf(query).includes(term.taxonomy));
  return { terms: terms.slice(offset, number === undefined ? undefined : offset + number), total: terms.length };
}
