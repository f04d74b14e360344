import type { ItemSchema, RestRequest, RestResponse, RestServer } from '../../core/index.ts';
import type { AbilityCategory } from './ability.ts';
import { RegisteredController } from './collection.ts';
import { abilityErrors as errors } from './errors.ts';
import type { Abilities } from './registry.ts';
import { categorySchema } from './schema.ts';

/** Answers `/categories` of the namespace of abilities: what they are for. */
export class CategoriesController extends RegisteredController<AbilityCategory> {
  readonly #abilities: Abilities;

  constructor(server: RestServer, namespace: string, abilities: Abilities) {
    super(server, namespace, 'categories');
    this.#abilities = abilities;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.list, permission_callback: this.mayRead, args: this.listArgs() },
      schema: this.publicSchema,
    });
    // No closer: wpapi cannot read an index with a quantified group inside a named one.
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<slug>[a-z0-9-]+)`, {
      args: { slug: { description: 'The key of the category.', type: 'string' } },
      0: {
        callback: this.#read,
        permission_callback: this.mayRead,
        args: { context: this.contextParam({ default: 'view' }) },
      },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return categorySchema;
  }

  protected requested(): readonly AbilityCategory[] {
    return this.#abilities.categories();
  }

  protected async prepare(category: AbilityCategory, request: RestRequest): Promise<RestResponse> {
    const abilities = this.server.restUrl(`${this.namespace}/abilities?category=${category.slug}`, request.context);
    const links = {
      self: this.url(`/${category.slug}`, request),
      collection: this.url('', request),
      [this.server.site.brand.relation('abilities')]: abilities,
    };
    const response = await this.answer({ ...category }, links, request);
    return this.server.hooks.filter('rest_prepare_ability_category').promise(response, category, request);
  }

  readonly #read = (request: RestRequest): Promise<RestResponse> => {
    const category = this.#abilities.category(String(request.getParam('slug')));
    if (category === undefined) throw errors.rest_ability_category_not_found();
    return this.prepare(category, request);
  };
}
