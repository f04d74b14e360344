import { type ItemSchema, RestController, type RestRequest, RestResponse, type RestServer } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { patternErrors as errors } from './errors.ts';

/** The members of a list, with the fields of each. */
export type ListOf = () => Promise<Readonly<Record<string, unknown>>[]> | Readonly<Record<string, unknown>>[];

/** Answers a list of patterns or of their categories, for users who write. */
export class PatternListController extends RestController {
  readonly #list: ListOf;
  readonly #types: ContentTypes;
  readonly #itemSchema: ItemSchema;

  constructor(server: RestServer, restBase: string, schema: ItemSchema, types: ContentTypes, list: ListOf) {
    super(server, server.site.brand.namespace, restBase);
    this.#itemSchema = schema;
    this.#types = types;
    this.#list = list;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#answer, permission_callback: this.#mayList },
      schema: this.publicSchema,
      collection: 'list',
    });
  }

  protected makeItemSchema(): ItemSchema {
    return this.#itemSchema;
  }

  readonly #mayList = (request: RestRequest): true => {
    const { user } = request;
    if (user.can('edit_posts') || this.#types.editableBy(user)) return true;
    throw errors.rest_cannot_view(request);
  };

  readonly #answer = async (request: RestRequest): Promise<RestResponse> => {
    const fields = this.fieldsForResponse(request);
    const items = (await this.#list()).map(async (item) => {
      const requested = Object.entries(item).filter(([name, value]) => value !== undefined && fields.has(name));
      return this.addAdditionalFields(Object.fromEntries(requested), request);
    });
    return new RestResponse(await Promise.all(items));
  };
}
