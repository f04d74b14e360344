import type { FieldSelection, RestRequest } from '../../core/index.ts';

/** The id of a result, which is unique within its handler. */
export type SearchId = number | string;

/** One page of results. */
export interface SearchResult {
  readonly ids: readonly SearchId[];
  /** How many there are on all pages. */
  readonly total: number;
}

/** The links of a result, by relation. */
export type SearchLinks = Readonly<Record<string, { readonly href: string; readonly embeddable?: boolean }>>;

/**
 * Searches one kind of objects. The base of every handler; a list that `cms_rest_search_handlers` gives may hold
 * nothing else.
 *
 * Data that a search loads should be cached with the request's context, since all results of a page are prepared at the
 * same time.
 */
export abstract class SearchHandler {
  /** The name of the kind, by which a request chooses it: `post`. */
  abstract readonly type: string;
  /** The names of the kinds within it: content types, taxonomies. */
  abstract readonly subtypes: readonly string[];
  /** Finds a page of what a request searches for, by its `search`, `subtype`, `include`, `exclude`, `page`, `per_page`. */
  abstract search(request: RestRequest): Promise<SearchResult>;
  /** The requested fields of a result: of `id`, `title`, `url`, `type`, `subtype`. */
  abstract prepareItem(
    id: SearchId,
    fields: FieldSelection,
    request: RestRequest,
  ): Promise<Record<string, unknown>> | Record<string, unknown>;
  /** The links of a result, beside the one to the list. */
  abstract prepareLinks(id: SearchId, request: RestRequest): Promise<SearchLinks> | SearchLinks;
}

/** The value that means all subtypes. */
export const ANY = 'any';

/** The subtypes of a handler that a request searches. */
export function subtypesOf(request: RestRequest, handler: SearchHandler): readonly string[] {
  const requested = request.getParam('subtype') as readonly string[];
  return requested.includes(ANY) ? handler.subtypes : requested;
}

/** Where the page that a request asks for begins and how long it is. */
export function rangeOf(request: RestRequest): { page: number; perPage: number; offset: number } {
  const [page, perPage] = [Number(request.getParam('page')), Number(request.getParam('per_page'))];
  return { page, perPage, offset: (page - 1) * perPage };
}

/** Works out the requested fields, and no other. */
export async function pickFields(
  fields: FieldSelection,
  makers: Readonly<Record<string, () => unknown>>,
): Promise<Record<string, unknown>> {
  const requested = Object.entries(makers).filter(([name]) => fields.has(name));
  return Object.fromEntries(await Promise.all(requested.map(async ([name, make]) => [name, await make()])));
}
