import {
  addQueryArgs,
  type EndpointArgument,
  RestController,
  type RestRequest,
  RestResponse,
} from '../../core/index.ts';
import { abilityErrors as errors } from './errors.ts';

/** A list of what was registered, page by page, for everybody who may read. */
export abstract class RegisteredController<T> extends RestController {
  /** What of the registered things a request asks for. */
  protected abstract wanted(request: RestRequest): readonly T[];
  /** The answer that shows one of them. */
  protected abstract prepare(item: T, request: RestRequest): Promise<RestResponse>;

  /** The arguments of the list. */
  protected listArgs(): Record<string, EndpointArgument> {
    return {
      context: this.contextParam({ default: 'view' }),
      page: { description: 'The page of the list.', type: 'integer', default: 1, minimum: 1 },
      per_page: { description: 'The most items on a page.', type: 'integer', default: 50, minimum: 1, maximum: 100 },
    };
  }

  protected readonly mayRead = (request: RestRequest): true => {
    if (!request.user.can('read')) throw errors.rest_cannot_view(request);
    return true;
  };

  protected readonly list = async (request: RestRequest): Promise<RestResponse> => {
    const all = this.wanted(request);
    const [page, perPage] = [Number(request.getParam('page')), Number(request.getParam('per_page'))];
    const shown = all.slice((page - 1) * perPage, page * perPage);
    const answers = await Promise.all(shown.map((item) => this.prepare(item, request)));
    const response = new RestResponse(answers.map((answer) => this.server.prepareForCollection(answer)));
    const { page: _, ...args } = request.paramsOf('query');
    const base = addQueryArgs(this.url('', request), args);
    response.pagination = { total: all.length, totalPages: Math.ceil(all.length / perPage), page, base };
    return response;
  };

  /** The address of a path below the list. */
  protected url(path: string, { context }: RestRequest): string {
    return this.server.restUrl(`${this.namespace}/${this.restBase}${path}`, context);
  }

  /** An answer with the fields of an item that are asked for, those of third parties too, and links. */
  protected async answer(
    item: Record<string, unknown>,
    links: Readonly<Record<string, string>>,
    request: RestRequest,
  ): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const data = await this.addAdditionalFields(fields.pick(item), request);
    const response = new RestResponse(this.filterByContext(data, String(request.getParam('context') ?? 'view')));
    const shown = fields.has('_links') || fields.has('_embedded') ? Object.entries(links) : [];
    for (const [relation, href] of shown) response.addLink(relation, href);
    return response;
  }
}
