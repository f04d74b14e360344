import {
  type FieldSelection,
  type ItemSchema,
  type RestError,
  type RestRequest,
  type RestResponse,
  type RestServer,
  validateRequestArg,
} from '../../core/index.ts';
import { parseList, toText } from '../../core/schema/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import type { Taxonomy } from '../taxonomies/index.ts';
import { type Term, type TermInput, TermsController } from '../terms/index.ts';
import { menuErrors as errors, menuExists } from './errors.ts';
import { NavMenus } from './nav-menus.ts';
import { checkMayView } from './permissions.ts';

/** Fields of terms that menus do not show. */
const NOT_SHOWN = ['count', 'link', 'taxonomy'];

/** Answers `/menus`: terms that only users who write may read, with the locations of the theme that they are in. */
export class MenusController extends TermsController {
  protected override readonly storedContext = 'view';
  readonly #menus: NavMenus;
  readonly #types: ContentTypes;

  constructor(server: RestServer, taxonomy: Taxonomy) {
    super(server, taxonomy);
    this.#menus = server.services.get('menus', NavMenus);
    this.#types = server.services.get('menus', ContentTypes);
  }

  protected override makeItemSchema(): ItemSchema {
    const schema = super.makeItemSchema();
    const shown = Object.entries(schema.properties).filter(([name]) => !NOT_SHOWN.includes(name));
    return {
      ...schema,
      properties: {
        ...Object.fromEntries(shown),
        locations: {
          description: 'The locations of the theme that the menu is in.',
          type: 'array',
          items: { type: 'string' },
          context: ['view', 'edit'],
          arg_options: { validate_callback: this.#areLocations },
        },
        auto_add: {
          description: 'Whether new pages of the uppermost level are added to the menu.',
          type: 'boolean',
          context: ['view', 'edit'],
        },
      },
    };
  }

  protected override async mayList(request: RestRequest): Promise<true | RestError> {
    return this.#thenMayView(await super.mayList(request), request);
  }

  protected override async mayRead(request: RestRequest): Promise<true | RestError> {
    return this.#thenMayView(await super.mayRead(request), request);
  }

  protected override async values(term: Term, fields: FieldSelection, request: RestRequest) {
    const data = await super.values(term, fields, request);
    if (fields.has('locations')) data.locations = this.#menus.locationsOf(term.id);
    if (fields.has('auto_add')) data.auto_add = this.#menus.autoAdds(term.id);
    return data;
  }

  protected override async addLinks(response: RestResponse, term: Term, request: RestRequest): Promise<void> {
    await super.addLinks(response, term, request);
    const { brand } = this.server.site;
    for (const location of this.#menus.locationsOf(term.id)) {
      const href = this.server.restUrl(`${brand.namespace}/menu-locations/${location}`, request.context);
      response.addLink(brand.relation('menu-location'), href, { embeddable: true });
    }
  }

  /** A menu's slug follows its name, which no other menu may have. */
  protected override async input(request: RestRequest): Promise<TermInput> {
    const { slug: _, ...input } = await super.input(request);
    if (input.name === undefined) return input;
    if (input.name === '') throw errors.empty_term_name();
    const holder = await this.store.byName(input.name, this.taxonomy.name);
    if (holder !== null && holder.id !== Number(request.getParam('id') ?? 0)) throw menuExists(holder.id);
    return { ...input, slug: '' };
  }

  protected override async saveRelated(term: Term, request: RestRequest): Promise<void> {
    await super.saveRelated(term, request);
    const [locations, autoAdd] = [request.getParam('locations'), request.getParam('auto_add')];
    if (Array.isArray(locations)) await this.#menus.assign(term.id, locations.map(String));
    if (typeof autoAdd === 'boolean') await this.#menus.setAutoAdd(term.id, autoAdd);
  }

  #thenMayView(verdict: true | RestError, request: RestRequest): true | RestError {
    if (verdict === true) checkMayView(request, this.#types);
    return verdict;
  }

  readonly #areLocations = (value: unknown, request: RestRequest, name: string): true | RestError => {
    const verdict = validateRequestArg(value, request, name);
    if (verdict !== true) return verdict;
    const known = this.#menus.locations();
    const unknown = parseList(value)
      .map(toText)
      .find((location) => !known.has(location));
    return unknown === undefined || errors.rest_invalid_menu_location({ location: unknown });
  };
}
