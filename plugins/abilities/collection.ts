import {
  addQueryArgs,
  type EndpointArgument,
  RestController,
  type RestRequest,
  RestResponse,
} from '../../core/index.ts';
import { pagingParams } from '../pagination/index.ts';
import { abilityErrors as errors } from './errors.ts';

/** A list of what was registered, page by page, for everybody who may read. */
export abstract class RegisteredController<T> extends RestController {
  /** The registered items that a request asks for. */
  protected abstract requested(request: RestRequest): readonly T[];
  /** The answer for one item. */
  protected abstract prepare(item: T, request: RestRequest): Promise<RestResponse>;

  /** The arguments of the list. */
  protected listArgs(): Record<string, EndpointArgument> {
    const { page, per_page } = pagingParams('The page of the list.', 'The most items on a page.');
    return {
      context: this.contextParam({ default: 'view' }),
      page,
      per_page: { ...per_page, default: 50 },
    };
  }

  protected readonly mayRead = (request: RestRequest): true => {
    if (!request.user.can('read')) throw errors.rest_cannot_view(request);
    return true;
  };

  protected readonly list = async (request: RestRequest): Promise<RestResponse> => {
    const all = this.requested(request);
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

  /** An answer with the requested fields of an item, additional ones included, and its links. */
  protected async answer(
    item: Record<string, unknown>,
    links: Readonly<Record<string, string>>,
    request: RestRequest,
  ): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const response = await this.answerWith(fields.pick(item), request);
    const shown = fields.withLinks ? Object.entries(links) : [];
    for (const [relation, href] of shown) response.addLink(relation, href);
    return response;
  }
}
