import {
  type ItemSchema,
  RestController,
  type RestError,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { type ContentType, isViewable } from './content-type.ts';
import { typeErrors as errors } from './errors.ts';
import type { ContentTypes } from './registry.ts';
import { typeSchema } from './schema.ts';

/** Answers `/types`: the content types of the interface, keyed by name. */
export class TypesController extends RestController {
  readonly #types: ContentTypes;

  constructor(server: RestServer, types: ContentTypes) {
    super(server, server.site.brand.namespace, 'types');
    this.#types = types;
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#list, permission_callback: this.#mayList, args: { context } },
      schema: this.publicSchema,
      collection: 'map',
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<type>[\\w-]+)`, {
      args: { type: { description: 'The key of a content type.', type: 'string' } },
      0: { callback: this.#read, permission_callback: () => true, args: { context } },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return typeSchema();
  }

  /** The answer that shows a content type, by the request's context and fields. */
  async prepare(type: ContentType, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const data: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(this.#values(type))) if (fields.has(name)) data[name] = value();
    const response = await this.answerWith(data, request);
    if (fields.withLinks) {
      const { context } = request;
      response.addLink('collection', this.server.restUrl(`${this.namespace}/${this.restBase}`, context));
      const items = this.server.restUrl(this.#types.itemsRoute(type), context);
      response.addLink(this.server.site.brand.relation('items'), items);
    }
    return this.server.hooks.filter('rest_prepare_post_type').promise(response, type, request);
  }

  #values(type: ContentType): Record<string, () => unknown> {
    return {
      capabilities: () => type.cap,
      description: () => type.description,
      hierarchical: () => type.hierarchical,
      has_archive: () => type.has_archive,
      visibility: () => ({ show_in_nav_menus: type.show_in_nav_menus, show_ui: type.show_ui }),
      viewable: () => isViewable(type),
      labels: () => type.labels,
      name: () => type.label,
      slug: () => type.name,
      icon: () => type.menu_icon,
      supports: () => Object.fromEntries([...type.supports].map((feature) => [feature, true])),
      taxonomies: () => this.#types.taxonomiesOf(type),
      rest_base: () => type.rest_base,
      rest_namespace: () => type.rest_namespace,
    };
  }

  readonly #mayList = (request: RestRequest): true | RestError => {
    if (request.getParam('context') !== 'edit' || this.#types.editableBy(request.user)) return true;
    return errors.rest_cannot_view(request);
  };

  readonly #list = async (request: RestRequest): Promise<Record<string, unknown>> => {
    const edit = request.getParam('context') === 'edit';
    const data: Record<string, unknown> = {};
    for (const type of this.#types.inRest()) {
      if (edit && !request.user.can(type.cap.edit_posts!)) continue;
      data[type.name] = this.server.prepareForCollection(await this.prepare(type, request));
    }
    return data;
  };

  readonly #read = async (request: RestRequest): Promise<RestResponse> => {
    const type = this.#types.get(String(request.getParam('type')));
    if (type === undefined) throw errors.rest_type_invalid();
    if (!type.show_in_rest) throw errors.rest_cannot_read_type(request);
    if (request.getParam('context') === 'edit' && !request.user.can(type.cap.edit_posts!)) {
      throw errors.rest_forbidden_context(request);
    }
    return this.prepare(type, request);
  };
}
