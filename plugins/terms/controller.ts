import {
  addQueryArgs,
  type EndpointArgument,
  type FieldSelection,
  type ItemSchema,
  RestController,
  type RestError,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { declared } from '../../core/rest/index.ts';
import { ContentStatuses } from '../content-statuses/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { MetaRegistry } from '../meta/index.ts';
import { Taxonomies, type Taxonomy } from '../taxonomies/index.ts';
import { termCollectionParams } from './collection-params.ts';
import { termErrors as errors, storeErrors } from './errors.ts';
import { itemLoader, maySeeItem } from './items.ts';
import { isPlainObjectQuery, pageOfObject } from './object-query.ts';
import { TermPresenter } from './prepare-term.ts';
import { preparedQuery } from './prepared-query.ts';
import { termSchema } from './schema.ts';
import type { FoundTerms, Term, TermInput, TermQuery } from './term.ts';
import { TermStore } from './term-store.ts';

/** What a permission check answers. */
type Verdict = true | RestError;

/** Answers the routes of the terms of one taxonomy. A taxonomy's own controller may extend it. */
export class TermsController extends RestController {
  readonly taxonomy: Taxonomy;
  protected readonly store: TermStore;
  protected readonly presenter: TermPresenter;
  /** The context in which the answer to a write shows the term. */
  protected readonly storedContext: string = 'edit';

  constructor(server: RestServer, taxonomy: Taxonomy) {
    super(server, taxonomy.rest_namespace, taxonomy.rest_base);
    this.taxonomy = taxonomy;
    this.store = server.services.get('terms', TermStore);
    this.presenter = new TermPresenter(server, taxonomy);
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    this.server.registerRoute(this.namespace, this.restBase, {
      allow_batch: { v1: true },
      0: {
        callback: (request) => this.list(request),
        permission_callback: (request) => this.mayList(request),
        args: this.collectionParams(context),
      },
      1: {
        methods: 'POST',
        callback: (request) => this.create(request),
        permission_callback: (request) => this.mayCreate(request),
        args: this.endpointArgs('POST'),
        errors: declared(storeErrors, 'empty_term_name'),
      },
      schema: this.publicSchema,
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<id>[\\d]+)`, {
      args: { id: { description: 'The id of the term.', type: 'integer' } },
      allow_batch: { v1: true },
      0: {
        callback: async (request) => this.prepare(await this.requested(request), request),
        permission_callback: (request) => this.mayRead(request),
        args: { context },
      },
      1: {
        methods: ['POST', 'PUT', 'PATCH'],
        callback: (request) => this.update(request),
        permission_callback: (request) => this.mayUpdate(request),
        args: this.endpointArgs('PUT'),
        errors: declared(storeErrors, 'empty_term_name', 'duplicate_term_slug'),
      },
      2: {
        methods: 'DELETE',
        callback: (request) => this.delete(request),
        permission_callback: (request) => this.mayDelete(request),
        args: { force: { description: 'Must be true: terms have no trash.', type: 'boolean', default: false } },
        errors: declared(errors, 'rest_trash_not_supported'),
      },
      schema: this.publicSchema,
    });
  }

  /** The answer that shows a term, by the request's context and fields. */
  async prepare(term: Term, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const response = await this.answerWith(await this.values(term, fields, request), request);
    if (fields.withLinks) await this.addLinks(response, term, request);
    return this.server.hooks.filter('rest_prepare_{taxonomy}').for(this.taxonomy.name).promise(response, term, request);
  }

  /** The requested fields of a term. */
  protected values(term: Term, fields: FieldSelection, request: RestRequest): Promise<Record<string, unknown>> {
    return this.presenter.data(term, fields, request);
  }

  /** Adds the links of a term to its answer. */
  protected addLinks(response: RestResponse, term: Term, request: RestRequest): Promise<void> {
    return this.presenter.addLinks(response, term, request);
  }

  protected makeItemSchema(): ItemSchema {
    return termSchema(this.taxonomy, this.#meta.metaSchema('term', this.taxonomy.name));
  }

  /** The arguments of the list, after their filter. */
  protected collectionParams(context: EndpointArgument): Record<string, EndpointArgument> {
    const filter = this.server.hooks.filter('rest_{taxonomy}_collection_params').for(this.taxonomy.name);
    return filter.call({ context, ...termCollectionParams(this.taxonomy) }, this.taxonomy.name);
  }

  protected async mayList(request: RestRequest): Promise<Verdict> {
    if (this.#isEdit(request) && !request.user.can(this.taxonomy.cap.edit_terms)) {
      return errors.rest_forbidden_context(request);
    }
    const post = Math.abs(Number(request.getParam('post') ?? 0));
    return post === 0 ? true : this.#maySeeTermsOf(post, request);
  }

  protected async mayRead(request: RestRequest): Promise<Verdict> {
    const term = await this.#find(request);
    if (term === null) return errors.rest_term_invalid();
    if (this.#isEdit(request) && !request.user.can('edit_term', term)) return errors.rest_forbidden_context(request);
    return true;
  }

  protected mayCreate(request: RestRequest): Verdict {
    const { cap, hierarchical } = this.taxonomy;
    return request.user.can(hierarchical ? cap.edit_terms : cap.assign_terms) || errors.rest_cannot_create(request);
  }

  protected async mayUpdate(request: RestRequest): Promise<Verdict> {
    const term = await this.#find(request);
    if (term === null) return errors.rest_term_invalid();
    return request.user.can('edit_term', term) || errors.rest_cannot_update(request);
  }

  protected async mayDelete(request: RestRequest): Promise<Verdict> {
    const term = await this.#find(request);
    if (term === null) return errors.rest_term_invalid();
    return request.user.can('delete_term', term) || errors.rest_cannot_delete(request);
  }

  protected async list(request: RestRequest): Promise<RestResponse> {
    const filter = this.server.hooks.filter('rest_{taxonomy}_query').for(this.taxonomy.name);
    const query = await filter.promise(preparedQuery(request, this.taxonomy), request);
    const { terms, total } = await this.#found(query, request);
    const loader = this.store.loader(request.context);
    for (const term of terms) loader.prime(term.id, term);
    const items = await Promise.all(terms.map((term) => this.prepare(term, request)));
    const response = new RestResponse(items.map((item) => this.server.prepareForCollection(item)));
    const { number = Math.max(total, 1), offset = 0 } = query;
    const route = this.server.services.get('terms', Taxonomies).itemsRoute(this.taxonomy);
    response.pagination = {
      total,
      totalPages: Math.ceil(total / number),
      page: Math.ceil(offset / number + 1),
      base: addQueryArgs(this.server.restUrl(route, request.context), request.paramsOf('query')),
    };
    return response;
  }

  protected async create(request: RestRequest): Promise<RestResponse> {
    const input = await this.input(request);
    const term = await this.store.create(this.taxonomy.name, input.name ?? '', input);
    const response = await this.#stored(term, request, true);
    response.status = 201;
    const url = this.server.restUrl(`${this.namespace}/${this.restBase}/${term.id}`, request.context);
    return response.header('Location', url);
  }

  protected async update(request: RestRequest): Promise<RestResponse> {
    const { id } = await this.requested(request);
    const term = await this.store.update(id, this.taxonomy.name, await this.input(request));
    return this.#stored(term, request, false);
  }

  protected async delete(request: RestRequest): Promise<RestResponse> {
    const term = await this.requested(request);
    if (request.getParam('force') !== true) throw errors.rest_trash_not_supported();
    request.setParam('context', 'view');
    const previous = await this.prepare(term, request);
    if (!(await this.store.delete(term.id, this.taxonomy.name))) throw errors.rest_cannot_delete(request);
    const response = new RestResponse({ deleted: true, previous: previous.data });
    await this.server.hooks.action('rest_delete_{taxonomy}').for(this.taxonomy.name).promise(term, response, request);
    return response;
  }

  /** The input for the store that a request makes. Throws an error when the parent is not valid. */
  protected async input(request: RestRequest): Promise<TermInput> {
    const input: TermInput = {};
    for (const name of ['name', 'slug', 'description'] as const) {
      const value = request.getParam(name);
      if (value !== null) input[name] = String(value);
    }
    const parent = request.getParam('parent');
    if (parent !== null) input.parent = await this.#parentId(Number(parent));
    return this.server.hooks.filter('rest_pre_insert_{taxonomy}').for(this.taxonomy.name).promise(input, request);
  }

  /** The term that a request's path names; throws `rest_term_invalid`. */
  protected async requested(request: RestRequest): Promise<Term> {
    const term = await this.#find(request);
    if (term === null) throw errors.rest_term_invalid();
    return term;
  }

  /** Stores what a request sets beside the term itself: its meta. */
  protected async saveRelated(term: Term, request: RestRequest): Promise<void> {
    const meta = request.getParam('meta');
    if (meta !== null) await this.#meta.updateMeta('term', this.taxonomy.name, term.id, meta, request);
  }

  get #meta(): MetaRegistry {
    return this.server.services.get('terms', MetaRegistry);
  }

  #isEdit(request: RestRequest): boolean {
    return request.getParam('context') === 'edit';
  }

  async #find(request: RestRequest): Promise<Term | null> {
    const term = await this.store.loader(request.context).load(Number(request.getParam('id')));
    return term?.taxonomy === this.taxonomy.name ? term : null;
  }

  async #parentId(id: number): Promise<number> {
    if (!this.taxonomy.hierarchical) throw errors.rest_taxonomy_not_hierarchical();
    if (id === 0 || (await this.store.byId(id, this.taxonomy.name)) !== null) return id;
    throw errors.rest_term_invalid({ status: 400 });
  }

  async #maySeeTermsOf(post: number, request: RestRequest): Promise<Verdict> {
    const { services } = this.server;
    // Side by side with the item are read its terms, which are what most such requests ask for.
    const [item] = await Promise.all([
      itemLoader(services.get('terms', Database), request.context).load(post),
      this.store.objectLoader(request.context).load(post),
    ]);
    if (item === null) return errors.rest_post_invalid_id();
    const taxonomies = services.get('terms', Taxonomies);
    const [types, statuses] = [services.get('terms', ContentTypes), services.get('terms', ContentStatuses)];
    const isTermed = taxonomies.typesOf(this.taxonomy).includes(item.type);
    return (isTermed && maySeeItem(item, request.user, types, statuses)) || errors.rest_forbidden_context(request);
  }

  async #found(query: TermQuery, { context }: RestRequest): Promise<FoundTerms> {
    if (!isPlainObjectQuery(query)) return this.store.query(query);
    return pageOfObject(await this.store.objectLoader(context).load(query.objectIds![0]!), query);
  }

  /** Stores what belongs to a stored term, and answers with it. */
  async #stored(term: Term, request: RestRequest, creating: boolean): Promise<RestResponse> {
    const { hooks } = this.server;
    const { name } = this.taxonomy;
    await hooks.action('rest_insert_{taxonomy}').for(name).promise(term, request, creating);
    await this.saveRelated(term, request);
    await this.updateAdditionalFields(term, request);
    request.setParam('context', this.storedContext);
    await hooks.action('rest_after_insert_{taxonomy}').for(name).promise(term, request, creating);
    return this.prepare(term, request);
  }
}
