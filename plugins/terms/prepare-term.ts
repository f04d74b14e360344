import {
  addQueryArgs,
  type FieldSelection,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { MetaRegistry, MetaStore } from '../meta/index.ts';
import { Taxonomies, type Taxonomy } from '../taxonomies/index.ts';
import type { Term } from './term.ts';
import { TermLinks } from './term-links.ts';
import { TermStore } from './term-store.ts';

/** Makes the data and the links that show terms of one taxonomy. */
export class TermPresenter {
  readonly #server: RestServer;
  readonly #taxonomy: Taxonomy;
  readonly #taxonomies: Taxonomies;
  readonly #types: ContentTypes;
  readonly #store: TermStore;
  readonly #links: TermLinks;
  readonly #metaStore: MetaStore;
  readonly #meta: MetaRegistry;

  constructor(server: RestServer, taxonomy: Taxonomy) {
    this.#server = server;
    this.#taxonomy = taxonomy;
    this.#taxonomies = server.services.get('terms', Taxonomies);
    this.#types = server.services.get('terms', ContentTypes);
    this.#store = server.services.get('terms', TermStore);
    this.#links = server.services.get('terms', TermLinks);
    this.#metaStore = server.services.get('terms', MetaStore);
    this.#meta = server.services.get('terms', MetaRegistry);
  }

  /** The requested fields of a term. */
  async data(term: Term, fields: FieldSelection, request: RestRequest): Promise<Record<string, unknown>> {
    const data: Record<string, unknown> = {
      id: term.id,
      count: term.count,
      description: term.description,
      name: term.name,
      slug: term.slug,
      taxonomy: term.taxonomy,
    };
    if (this.#taxonomy.hierarchical) data.parent = term.parent;
    for (const name of Object.keys(data)) if (!fields.has(name)) delete data[name];
    if (fields.has('link')) data.link = await this.#links.forTerm(term, request.context);
    if (fields.has('meta')) data.meta = await this.#metaOf(term, request);
    return data;
  }

  /** Adds the links of a term to its answer. */
  async addLinks(response: RestResponse, term: Term, request: RestRequest): Promise<void> {
    const { context } = request;
    const { brand } = this.#server.site;
    const url = (route: string) => this.#server.restUrl(route, context);
    response.addLink('self', url(this.#links.route(term)));
    response.addLink('collection', url(this.#taxonomies.itemsRoute(this.#taxonomy)));
    response.addLink('about', url(`${brand.namespace}/taxonomies/${term.taxonomy}`));
    const parent = term.parent > 0 ? await this.#store.loader(context).load(term.parent) : null;
    if (parent !== null) response.addLink('up', url(this.#links.route(parent)), { embeddable: true });
    for (const name of this.#taxonomies.typesOf(this.#taxonomy)) {
      const type = this.#types.get(name);
      const items = type === undefined ? '' : this.#types.itemsRoute(type);
      if (items === '') continue;
      response.addLink(brand.relation('post_type'), addQueryArgs(url(items), { [this.#taxonomy.rest_base]: term.id }));
    }
  }

  async #metaOf(term: Term, request: RestRequest): Promise<Record<string, unknown> | []> {
    if (this.#meta.registered('term', term.taxonomy).size === 0) return [];
    const values = await this.#metaStore.loader('term', request.context).load(term.id);
    return this.#meta.metaValue('term', term.taxonomy, values, request);
  }
}
