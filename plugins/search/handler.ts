import type { FieldSelection, RestRequest } from '../../core/index.ts';

/** What tells the finds of a handler apart. */
export type SearchId = number | string;

/** One page of what was found. */
export interface SearchResult {
  readonly ids: readonly SearchId[];
  /** How many there are on all pages. */
  readonly total: number;
}

/** The links of a find, by relation. */
export type SearchLinks = Readonly<Record<string, { readonly href: string; readonly embeddable?: boolean }>>;

/**
 * Searches one kind of objects. The base of every handler; a list that `cms_rest_search_handlers` gives may hold
 * nothing else.
 *
 * What a request loads while it searches should be kept with its context, for all finds of a page are then
 * prepared at once.
 */
export abstract class SearchHandler {
  /** The name of the kind, by which a request chooses it: `post`. */
  abstract readonly type: string;
  /** The names of the kinds within it: content types, taxonomies. */
  abstract readonly subtypes: readonly string[];
  /** Finds a page of what a request searches for, by its `search`, `subtype`, `include`, `exclude`, `page`, `per_page`. */
  abstract search(request: RestRequest): Promise<SearchResult>;
  /** The fields of a find that an answer is to hold: of `id`, `title`, `url`, `type`, `subtype`. */
  abstract prepareItem(
    id: SearchId,
    fields: FieldSelection,
    request: RestRequest,
  ): Promise<Record<string, unknown>> | Record<string, unknown>;
  /** The links of a find, beside the one to the list. */
  abstract prepareLinks(id: SearchId, request: RestRequest): Promise<SearchLinks> | SearchLinks;
}

/** The word that stands for all subtypes. */
export const ANY = 'any';

/** The subtypes of a handler that a request searches. */
export function subtypesOf(request: RestRequest, handler: SearchHandler): readonly string[] {
  const asked = request.getParam('subtype') as readonly string[];
  return asked.includes(ANY) ? handler.subtypes : asked;
}

/** Where the page that a request asks for begins and how long it is. */
export function rangeOf(request: RestRequest): { page: number; perPage: number; offset: number } {
  const [page, perPage] = [Number(request.getParam('page')), Number(request.getParam('per_page'))];
  return { page, perPage, offset: (page - 1) * perPage };
}

/** Works out the fields that an answer is to hold, and no other. */
export async function pickFields(
  fields: FieldSelection,
  makers: Readonly<Record<string, () => unknown>>,
): Promise<Record<string, unknown>> {
  const wanted = Object.entries(makers).filter(([name]) => fields.has(name));
  return Object.fromEntries(await Promise.all(wanted.map(async ([name, make]) => [name, await make()])));
}
