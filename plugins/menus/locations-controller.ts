import {
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  type RestResponse,
  type RestServer,
  readonlyField,
} from '../../core/index.ts';
import { EDIT_MENUS } from './builtin.ts';
import { menuErrors as errors } from './errors.ts';
import type { NavMenus } from './nav-menus.ts';

const EVERYWHERE = ['view', 'embed', 'edit'];

/** Answers `/menu-locations`: the locations that the theme has for menus, by name, and which menu is in each. */
export class MenuLocationsController extends RestController {
  readonly #menus: NavMenus;

  constructor(server: RestServer, menus: NavMenus) {
    super(server, server.site.brand.namespace, 'menu-locations');
    this.#menus = menus;
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#list, permission_callback: this.#mayView, args: { context } },
      schema: this.publicSchema,
      collection: 'map',
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<location>[\\w-]+)`, {
      args: { location: { description: 'The name of a location.', type: 'string' } },
      0: { callback: this.#read, permission_callback: this.#mayView, args: { context } },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('menu-location', {
      name: readonlyField('string', EVERYWHERE, 'The name of the location.'),
      description: readonlyField('string', EVERYWHERE, 'What the location is, for people.'),
      menu: readonlyField('integer', EVERYWHERE, 'The id of the menu in the location; 0 for none.'),
    });
  }

  readonly #mayView = (request: RestRequest): true => {
    if (request.user.can(EDIT_MENUS)) return true;
    throw errors.rest_cannot_view(request);
  };

  readonly #list = async (request: RestRequest): Promise<Record<string, unknown> | []> => {
    const data: Record<string, unknown> = {};
    for (const name of this.#menus.locations().keys())
      data[name] = this.server.prepareForCollection(await this.#prepare(name, request));
    // The reference sends a map without members as a list.
    return Object.keys(data).length === 0 ? [] : data;
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> => {
    const name = String(request.getParam('location'));
    if (!this.#menus.locations().has(name)) throw errors.rest_menu_location_invalid();
    return this.#prepare(name, request);
  };

  async #prepare(name: string, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const menu = this.#menus.menuIn(name);
    const description = this.#menus.locations().get(name);
    const response = await this.answerWith(fields.pick({ name, description, menu }), request);
    if (fields.withLinks) {
      const { brand } = this.server.site;
      const url = (path: string) => this.server.restUrl(`${this.namespace}/${path}`, request.context);
      response.addLink('self', url(`${this.restBase}/${name}`));
      response.addLink('collection', url(this.restBase));
      if (menu !== 0) response.addLink(brand.relation('menu'), url(`menus/${menu}`), { embeddable: true });
    }
    return this.server.hooks.filter('rest_prepare_menu_location').promise(response, name, request);
  }
}
