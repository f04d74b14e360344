import type { FieldSelection, RestRequest, RestServer } from '../../core/index.ts';
import { idsOf } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { type Term, TermLinks, type TermQuery, TermStore } from '../terms/index.ts';
import {
  pickFields,
  rangeOf,
  SearchHandler,
  type SearchId,
  type SearchLinks,
  type SearchResult,
  subtypesOf,
} from './handler.ts';

/** Searches the terms of all taxonomies for everybody. */
export class TermSearchHandler extends SearchHandler {
  override readonly type = 'term';
  override readonly subtypes: readonly string[];
  readonly #server: RestServer;
  readonly #terms: TermStore;
  readonly #links: TermLinks;

  constructor(server: RestServer) {
    super();
    this.#server = server;
    this.#terms = server.services.get('search', TermStore);
    this.#links = server.services.get('search', TermLinks);
    this.subtypes = server.services
      .get('search', Taxonomies)
      .inRest()
      .filter((taxonomy) => taxonomy.public)
      .map((taxonomy) => taxonomy.name);
  }

  override async search(request: RestRequest): Promise<SearchResult> {
    const { perPage, offset } = rangeOf(request);
    const requested = subtypesOf(request, this);
    const query: TermQuery = {
      // Subtypes of which none is a taxonomy restrict nothing.
      taxonomy: requested.length > 0 ? requested : this.subtypes,
      search: String(request.getParam('search') ?? ''),
      include: idsOf(request.getParam('include')),
      exclude: idsOf(request.getParam('exclude')),
      number: perPage,
      offset,
    };
    const adjusted = await this.#server.hooks.filter('rest_term_search_query').promise(query, request);
    const { terms, total } = await this.#terms.query(adjusted);
    const loader = this.#terms.loader(request.context);
    for (const term of terms) loader.prime(term.id, term);
    return { ids: terms.map(({ id }) => id), total };
  }

  override async prepareItem(id: SearchId, fields: FieldSelection, request: RestRequest) {
    const term = await this.#load(id, request);
    return pickFields(fields, {
      id: () => term.id,
      title: () => term.name,
      url: () => this.#links.forTerm(term, request.context),
      type: () => term.taxonomy,
    });
  }

  override async prepareLinks(id: SearchId, request: RestRequest): Promise<SearchLinks> {
    const term = await this.#load(id, request);
    const url = (path: string) => this.#server.restUrl(path, request.context);
    const route = this.#links.route(term);
    return {
      ...(route === '' ? {} : { self: { href: url(route), embeddable: true } }),
      about: { href: url(`${this.#server.site.brand.namespace}/taxonomies/${term.taxonomy}`) },
    };
  }

  async #load(id: SearchId, { context }: RestRequest): Promise<Term> {
    return (await this.#terms.loader(context).load(Number(id)))!;
  }
}
