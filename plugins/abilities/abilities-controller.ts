import type { ItemSchema, PluginHooks, RestRequest, RestResponse, RestServer } from '../../core/index.ts';
import type { Ability } from './ability.ts';
import { RegisteredController } from './collection.ts';
import { abilityErrors as errors } from './errors.ts';
import type { Abilities } from './registry.ts';
import { checkRun, run } from './run.ts';
import { abilitySchema } from './schema.ts';

const NAME = '(?P<name>[a-z0-9-]+/[a-z0-9-]+)';
const nameArg = { description: 'The name of the ability, with its namespace.', type: 'string' } as const;

/** Answers `/abilities`: lists the abilities of the site and runs them. */
export class AbilitiesController extends RegisteredController<Ability> {
  readonly #abilities: Abilities;
  readonly #hooks: PluginHooks;

  constructor(server: RestServer, namespace: string, abilities: Abilities, hooks: PluginHooks) {
    super(server, namespace, 'abilities');
    this.#abilities = abilities;
    this.#hooks = hooks;
  }

  registerRoutes(): void {
    const category = { description: 'Abilities of this category.', type: 'string' } as const;
    this.server.registerRoute(this.namespace, this.restBase, {
      0: {
        callback: this.list,
        permission_callback: this.mayRead,
        args: { ...this.listArgs(), category },
      },
      schema: this.publicSchema,
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/${NAME}`, {
      args: { name: nameArg },
      0: {
        callback: (request) => this.prepare(this.#load(request), request),
        permission_callback: this.mayRead,
        args: { context: this.contextParam({ default: 'view' }) },
      },
      schema: this.publicSchema,
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/${NAME}/run`, {
      args: { name: nameArg },
      0: {
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        callback: (request) => run(this.#load(request), request, this.#hooks),
        permission_callback: (request) => checkRun(this.#load(request), request),
        args: { input: { description: 'What the ability takes, by its own schema.' } },
      },
    });
  }

  protected makeItemSchema(): ItemSchema {
    return abilitySchema;
  }

  protected requested(request: RestRequest): readonly Ability[] {
    const category = request.getParam('category');
    return this.#abilities
      .all()
      .filter((one) => one.show_in_rest === true && (category === null || one.category === category));
  }

  protected async prepare(ability: Ability, request: RestRequest): Promise<RestResponse> {
    const { name, label, description, category, input_schema = {}, output_schema = {}, annotations = {} } = ability;
    const { readonly = null, destructive = null, idempotent = null } = annotations;
    const meta = { annotations: { readonly, destructive, idempotent }, show_in_rest: true };
    const item = { name, label, description, category, input_schema, output_schema, meta };
    const links = {
      self: this.url(`/${name}`, request),
      collection: this.url('', request),
      [this.server.site.brand.relation('action-run')]: this.url(`/${name}/run`, request),
    };
    const response = await this.answer(item, links, request);
    return this.server.hooks.filter('rest_prepare_ability').promise(response, ability, request);
  }

  #load(request: RestRequest): Ability {
    const ability = this.#abilities.get(String(request.getParam('name')));
    if (ability?.show_in_rest !== true) throw errors.rest_ability_not_found();
    return ability;
  }
}
