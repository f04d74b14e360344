import { claim } from '../../core/hooks/index.ts';
import {
  type Brand,
  type CurrentUser,
  type Logger,
  type PluginHooks,
  type RestController,
  type RestServer,
  serviceToken,
} from '../../core/index.ts';
import { type ContentType, type ContentTypeArgs, type ContentTypeController, makeContentType } from './content-type.ts';
import { contentTypeLabels } from './labels.ts';
import { OwnControllers } from './own-controllers.ts';

/** The content types of a generation. They are registered in `init`, the built-in ones at stage -10. */
export interface ContentTypes {
  /** Registers a content type; one of the same name is replaced. Throws a `TypeError` for a name that is no key. */
  register(name: string, args?: ContentTypeArgs): ContentType;
  get(name: string): ContentType | undefined;
  /** All content types, in order of registration. */
  all(): ContentType[];
  /** The content types that the interface shows. */
  inRest(): ContentType[];
  /** Whether a user may edit items of any type that the interface shows. */
  editableBy(user: CurrentUser): boolean;
  /** Whether items of a type have a feature: `revisions`, `comments`, `thumbnail`. */
  supports(type: string | ContentType, feature: string): boolean;
  /** Sets the class of types that name none. */
  setDefaultController(controller: ContentTypeController): void;
  /** The controller of a type, made once; undefined for a type without one, which has no routes (2.1). */
  controllerOf(type: ContentType, server: RestServer): RestController | undefined;
  /** The taxonomies of the interface that a type has. */
  taxonomiesOf(type: ContentType): readonly string[];
  /** The route of a type's items, `/cms/v2/posts`; empty for a type that the interface does not show. */
  itemsRoute(type: ContentType): string;
}

/** The token of the content types. */
export const ContentTypes = serviceToken('content-types', {
  requiredPermissions: 'content:write',
  open: ['get', 'all', 'inRest', 'editableBy', 'supports', 'controllerOf', 'taxonomiesOf', 'itemsRoute'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'content-types': ContentTypes;
  }
}

/** The registry that stands behind `ContentTypes`. */
export class ContentTypeRegistry implements ContentTypes {
  readonly #types = new Map<string, ContentType>();
  readonly #controllers: OwnControllers<ContentType>;
  readonly #hooks: PluginHooks;
  readonly #brand: Brand;

  constructor(hooks: PluginHooks, brand: Brand, log: Logger) {
    this.#hooks = hooks;
    this.#brand = brand;
    this.#controllers = new OwnControllers('content type', log);
  }

  register(name: string, given: ContentTypeArgs = {}): ContentType {
    if (!/^[a-z0-9_-]{1,20}$/.test(name)) {
      throw new TypeError(`content type "${name}" must be 1 to 20 lower-case letters, digits, "-" or "_"`);
    }
    if (given.controller) claim(given.controller);
    const args = this.#hooks.filter('register_post_type_args').call(given, name);
    const names = { ...args.labels, name: args.labels?.name ?? args.label ?? name };
    const labels = contentTypeLabels(names, args.hierarchical ?? false);
    const type = makeContentType(name, args, labels, this.#brand.namespace);
    this.#types.set(name, type);
    this.#hooks.action('registered_post_type').call(name, type);
    return type;
  }

  get(name: string): ContentType | undefined {
    return this.#types.get(name);
  }

  all(): ContentType[] {
    return [...this.#types.values()];
  }

  inRest(): ContentType[] {
    return this.all().filter((type) => type.show_in_rest);
  }

  editableBy(user: CurrentUser): boolean {
    return this.inRest().some((type) => user.can(type.cap.edit_posts!));
  }

  supports(type: string | ContentType, feature: string): boolean {
    const known = typeof type === 'string' ? this.get(type) : type;
    return known?.supports.has(feature) ?? false;
  }

  setDefaultController(controller: ContentTypeController): void {
    this.#controllers.default = controller;
  }

  controllerOf(type: ContentType, server: RestServer): RestController | undefined {
    return this.#controllers.of(type, server);
  }

  /** Registers the routes of those that the interface shows. */
  registerRoutes(server: RestServer): void {
    this.#controllers.registerRoutes(this.inRest(), server);
  }

  taxonomiesOf(type: ContentType): readonly string[] {
    return this.#hooks.filter('content_type_taxonomies').call([], type);
  }

  itemsRoute(type: ContentType): string {
    const route = type.show_in_rest ? `/${type.rest_namespace}/${type.rest_base}` : '';
    return this.#hooks.filter('rest_route_for_post_type_items').call(route, type);
  }
}
