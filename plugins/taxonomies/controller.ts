import {
  type ItemSchema,
  RestController,
  type RestError,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { taxonomyErrors as errors } from './errors.ts';
import type { Taxonomies } from './registry.ts';
import { taxonomySchema } from './schema.ts';
import type { Taxonomy } from './taxonomy.ts';

/** Answers `/taxonomies`: the taxonomies of the interface, keyed by name. */
export class TaxonomiesController extends RestController {
  readonly #taxonomies: Taxonomies;

  constructor(server: RestServer, taxonomies: Taxonomies) {
    super(server, server.site.brand.namespace, 'taxonomies');
    this.#taxonomies = taxonomies;
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    const type = { description: 'Only taxonomies of this content type.', type: 'string' } as const;
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#list, permission_callback: this.#mayList, args: { context, type } },
      schema: this.publicSchema,
      collection: 'map',
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<taxonomy>[\\w-]+)`, {
      args: { taxonomy: { description: 'The key of a taxonomy.', type: 'string' } },
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { context } },
      schema: this.publicSchema,
    });
  }

  /** The answer that shows a taxonomy, by the request's context and fields. */
  async prepare(taxonomy: Taxonomy, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const response = await this.answerWith(fields.pick(this.#dataOf(taxonomy)), request);
    if (fields.withLinks) {
      const { context } = request;
      response.addLink('collection', this.server.restUrl(`${this.namespace}/${this.restBase}`, context));
      const items = this.server.restUrl(this.#taxonomies.itemsRoute(taxonomy), context);
      response.addLink(this.server.site.brand.relation('items'), items);
    }
    return this.server.hooks.filter('rest_prepare_taxonomy').promise(response, taxonomy, request);
  }

  protected makeItemSchema(): ItemSchema {
    return taxonomySchema();
  }

  #dataOf(taxonomy: Taxonomy): Record<string, unknown> {
    return {
      name: taxonomy.label,
      slug: taxonomy.name,
      capabilities: taxonomy.cap,
      description: taxonomy.description,
      labels: taxonomy.labels,
      types: this.#taxonomies.typesOf(taxonomy),
      show_cloud: taxonomy.show_tagcloud,
      hierarchical: taxonomy.hierarchical,
      rest_base: taxonomy.rest_base,
      rest_namespace: taxonomy.rest_namespace,
      visibility: {
        public: taxonomy.public,
        publicly_queryable: taxonomy.publicly_queryable,
        show_admin_column: taxonomy.show_admin_column,
        show_in_nav_menus: taxonomy.show_in_nav_menus,
        show_in_quick_edit: taxonomy.show_in_quick_edit,
        show_ui: taxonomy.show_ui,
      },
    };
  }

  #requested(request: RestRequest): Taxonomy[] {
    const type = request.getParam('type');
    const all = type === null || type === '' ? this.#taxonomies.all() : this.#taxonomies.ofType(String(type));
    return all.filter((taxonomy) => taxonomy.show_in_rest);
  }

  readonly #mayList = (request: RestRequest): true | RestError => {
    if (request.getParam('context') !== 'edit') return true;
    const mayAssign = this.#requested(request).some((taxonomy) => request.user.can(taxonomy.cap.assign_terms));
    return mayAssign || errors.rest_cannot_view(request);
  };

  readonly #mayRead = (request: RestRequest): boolean | RestError => {
    const taxonomy = this.#taxonomies.get(String(request.getParam('taxonomy')));
    if (taxonomy === undefined) return true;
    if (!taxonomy.show_in_rest) return false;
    if (request.getParam('context') !== 'edit' || request.user.can(taxonomy.cap.assign_terms)) return true;
    return errors.rest_forbidden_context(request);
  };

  readonly #list = async (request: RestRequest): Promise<Record<string, unknown>> => {
    const edit = request.getParam('context') === 'edit';
    const data: Record<string, unknown> = {};
    for (const taxonomy of this.#requested(request)) {
      if (edit && !request.user.can(taxonomy.cap.assign_terms)) continue;
      data[taxonomy.name] = this.server.prepareForCollection(await this.prepare(taxonomy, request));
    }
    return data;
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> => {
    const taxonomy = this.#taxonomies.get(String(request.getParam('taxonomy')));
    if (taxonomy === undefined) throw errors.rest_taxonomy_invalid();
    return this.prepare(taxonomy, request);
  };
}
