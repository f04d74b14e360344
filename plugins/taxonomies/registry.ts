import { claim } from '../../core/hooks/index.ts';
import {
  type Brand,
  type Logger,
  type PluginHooks,
  type RestController,
  type RestServer,
  serviceToken,
} from '../../core/index.ts';
import { type ContentTypes, OwnControllers } from '../content-types/index.ts';
import { taxonomyLabels } from './labels.ts';
import { makeTaxonomy, type Taxonomy, type TaxonomyArgs, type TaxonomyController } from './taxonomy.ts';

/** The taxonomies of a generation. They are registered in `init`, the built-in ones at stage -10. */
export interface Taxonomies {
  /** Registers a taxonomy; one of the same name is replaced. Throws a `TypeError` for a name that is no key. */
  register(name: string, objectTypes: string | readonly string[], args?: TaxonomyArgs): Taxonomy;
  get(name: string): Taxonomy | undefined;
  /** All taxonomies, in order of registration. */
  all(): Taxonomy[];
  /** The taxonomies that the interface shows. */
  inRest(): Taxonomy[];
  /** The taxonomies of a content type, including those that the interface does not show. */
  ofType(type: string): Taxonomy[];
  /** The content types of a taxonomy: those it was registered for, and those that name it. */
  typesOf(taxonomy: Taxonomy): string[];
  /** Sets the controller class of taxonomies that name none. */
  setDefaultController(controller: TaxonomyController): void;
  /** The controller of a taxonomy, made once; undefined for a taxonomy without one, which has no routes (2.1). */
  controllerOf(taxonomy: Taxonomy, server: RestServer): RestController | undefined;
  /** The route of a taxonomy's terms, `/cms/v2/tags`; empty for a taxonomy that the interface does not show. */
  itemsRoute(taxonomy: Taxonomy): string;
}

/** The token of the taxonomies. */
export const Taxonomies = serviceToken('taxonomies', {
  requiredPermissions: 'content:write',
  open: ['get', 'all', 'inRest', 'ofType', 'typesOf', 'controllerOf', 'itemsRoute'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    taxonomies: Taxonomies;
  }
}

/** The registry behind `Taxonomies`. */
export class TaxonomyRegistry implements Taxonomies {
  readonly #taxonomies = new Map<string, Taxonomy>();
  readonly #controllers: OwnControllers<Taxonomy>;
  readonly #types: ContentTypes;
  readonly #hooks: PluginHooks;
  readonly #brand: Brand;

  constructor(types: ContentTypes, hooks: PluginHooks, brand: Brand, log: Logger) {
    this.#types = types;
    this.#hooks = hooks;
    this.#brand = brand;
    this.#controllers = new OwnControllers('taxonomy', log);
  }

  register(name: string, objectTypes: string | readonly string[], given: TaxonomyArgs = {}): Taxonomy {
    if (!/^[a-z0-9_-]{1,32}$/.test(name)) {
      throw new TypeError(`taxonomy "${name}" must be 1 to 32 lower-case letters, digits, "-" or "_"`);
    }
    if (given.controller) claim(given.controller);
    const types = typeof objectTypes === 'string' ? [objectTypes] : objectTypes;
    const args = this.#hooks.filter('register_taxonomy_args').call(given, name, types);
    const names = { ...args.labels, name: args.labels?.name ?? args.label ?? name };
    const labels = taxonomyLabels(names, args.hierarchical ?? false);
    const taxonomy = makeTaxonomy(name, types, args, labels, this.#brand.namespace);
    this.#taxonomies.set(name, taxonomy);
    this.#hooks.action('registered_taxonomy').call(name, types, taxonomy);
    return taxonomy;
  }

  get(name: string): Taxonomy | undefined {
    return this.#taxonomies.get(name);
  }

  all(): Taxonomy[] {
    return [...this.#taxonomies.values()];
  }

  inRest(): Taxonomy[] {
    return this.all().filter((taxonomy) => taxonomy.show_in_rest);
  }

  ofType(type: string): Taxonomy[] {
    const named = this.#types.get(type)?.taxonomies ?? [];
    return this.all().filter((taxonomy) => taxonomy.object_type.includes(type) || named.includes(taxonomy.name));
  }

  typesOf(taxonomy: Taxonomy): string[] {
    const naming = this.#types.all().filter((type) => type.taxonomies.includes(taxonomy.name));
    return [...new Set([...taxonomy.object_type, ...naming.map((type) => type.name)])];
  }

  setDefaultController(controller: TaxonomyController): void {
    this.#controllers.default = controller;
  }

  controllerOf(taxonomy: Taxonomy, server: RestServer): RestController | undefined {
    return this.#controllers.of(taxonomy, server);
  }

  /** Registers the routes of those that the interface shows. */
  registerRoutes(server: RestServer): void {
    this.#controllers.registerRoutes(this.inRest(), server);
  }

  itemsRoute(taxonomy: Taxonomy): string {
    const route = taxonomy.show_in_rest ? `/${taxonomy.rest_namespace}/${taxonomy.rest_base}` : '';
    return this.#hooks.filter('rest_route_for_taxonomy_items').call(route, taxonomy);
  }
}
