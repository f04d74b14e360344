import {
  addQueryArgs,
  type EndpointArgument,
  type ItemSchema,
  isRestError,
  parseRequestArg,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { parseList, toText } from '../../core/schema/index.ts';
import { slugify } from '../../core/text/index.ts';
import { choosingParams, pagingParams } from '../posts/index.ts';
import { searchErrors as errors } from './errors.ts';
import { ANY, rangeOf, type SearchHandler, type SearchId, type SearchResult } from './handler.ts';
import { searchResultSchema } from './schema.ts';

/** Answers `/search`: the results of the handler of the requested type. */
export class SearchController extends RestController {
  readonly #handlers: ReadonlyMap<string, SearchHandler>;

  constructor(server: RestServer, handlers: readonly SearchHandler[]) {
    super(server, server.site.brand.namespace, 'search');
    this.#handlers = new Map(handlers.map((handler) => [handler.type, handler]));
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#search, permission_callback: () => true, args: this.#params() },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return searchResultSchema(this.#types, this.#subtypes);
  }

  get #types(): string[] {
    return [...this.#handlers.keys()];
  }

  get #subtypes(): string[] {
    return [...new Set([...this.#handlers.values()].flatMap(({ subtypes }) => subtypes))];
  }

  #params(): Record<string, EndpointArgument> {
    const { exclude, include } = choosingParams() as Record<string, EndpointArgument>;
    return {
      context: this.contextParam({ default: 'view' }),
      ...pagingParams(),
      type: {
        description: 'Only finds of this type.',
        type: 'string',
        enum: this.#types,
        default: this.#types[0],
      },
      subtype: {
        description: 'Only finds of these types within the type.',
        type: 'array',
        items: { type: 'string', enum: [...this.#subtypes, ANY] },
        default: ANY,
        sanitize_callback: this.#sanitizeSubtypes,
      },
      exclude: exclude!,
      include: include!,
    };
  }

  readonly #search = async (request: RestRequest): Promise<RestResponse> => {
    const handler = this.#handlerOf(request);
    const foreign = this.server.hooks.uncacheableTap('cms_rest_search_handlers');
    if (foreign !== undefined) this.server.hooks.noteParticipant(foreign, request);
    const { ids, total } = checked(await handler.search(request));
    const { page, perPage } = rangeOf(request);
    const totalPages = Math.ceil(total / perPage);
    if (page > totalPages && total > 0) throw errors.rest_search_invalid_page_number();
    const finds = await Promise.all(ids.map((id) => this.#prepare(id, handler, request)));
    const response = new RestResponse(finds.map((find) => this.server.prepareForCollection(find)));
    const base = addQueryArgs(this.#url(request), request.paramsOf('query'));
    // Unlike that of other lists, the link does not turn back to the last page.
    response.pagination = { total, totalPages, page, previous: page - 1, base };
    return response;
  };

  async #prepare(id: SearchId, handler: SearchHandler, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const response = await this.answerWith(await handler.prepareItem(id, fields, request), request);
    if (!fields.withLinks) return response;
    const links = await handler.prepareLinks(id, request);
    for (const [relation, { href, ...attributes }] of Object.entries(links)) {
      response.addLink(relation, href, attributes);
    }
    return response.addLink('collection', this.#url(request));
  }

  #url({ context }: RestRequest): string {
    return this.server.restUrl(`${this.namespace}/${this.restBase}`, context);
  }

  #handlerOf(request: RestRequest): SearchHandler {
    const handler = this.#handlers.get(String(request.getParam('type')));
    if (handler === undefined) throw errors.rest_search_invalid_type();
    return handler;
  }

  /** `any` overrides the other values; of those, only the subtypes of the handler stay. */
  readonly #sanitizeSubtypes = (value: unknown, request: RestRequest, name: string): unknown => {
    const slugs = parseList(value).map((slug) => slugify(toText(slug)));
    const requested = parseRequestArg(slugs, request, name);
    if (isRestError(requested)) return requested;
    if ((requested as string[]).includes(ANY)) return [ANY];
    const { subtypes } = this.#handlerOf(request);
    return (requested as string[]).filter((subtype) => subtypes.includes(subtype));
  };
}

/** A handler of a plugin in plain JavaScript may return values of wrong types. */
function checked(result: SearchResult | undefined): SearchResult {
  if (!Array.isArray(result?.ids) || typeof result.total !== 'number') throw errors.rest_search_handler_error();
  return result;
}
