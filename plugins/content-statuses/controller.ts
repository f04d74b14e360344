import {
  addQueryArgs,
  type CurrentUser,
  type ItemSchema,
  RestController,
  type RestError,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { ContentStatus } from './content-status.ts';
import { statusErrors as errors } from './errors.ts';
import type { ContentStatuses } from './registry.ts';
import { statusSchema } from './schema.ts';

/** Answers `/statuses`: the content statuses that a user may see, keyed by name. */
export class StatusesController extends RestController {
  readonly #statuses: ContentStatuses;
  readonly #types: ContentTypes;

  constructor(server: RestServer, statuses: ContentStatuses, types: ContentTypes) {
    super(server, server.site.brand.namespace, 'statuses');
    this.#statuses = statuses;
    this.#types = types;
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#list, permission_callback: this.#mayList, args: { context } },
      schema: this.publicSchema,
      collection: 'map',
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<status>[\\w-]+)`, {
      args: { status: { description: 'The key of a content status.', type: 'string' } },
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { context } },
      schema: this.publicSchema,
    });
  }

  /** The answer that shows a content status, by the request's context and fields. */
  async prepare(status: ContentStatus, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const data = fields.pick({
      name: status.label,
      private: status.private,
      protected: status.protected,
      public: status.public,
      queryable: status.publicly_queryable,
      show_in_list: status.show_in_list,
      slug: status.name,
      date_floating: status.date_floating,
    });
    const response = await this.answerWith(data, request);
    if (fields.withLinks) response.addLink('archives', this.#archive(status, request));
    return this.server.hooks.filter('rest_prepare_status').promise(response, status, request);
  }

  protected makeItemSchema(): ItemSchema {
    return statusSchema();
  }

  #archive(status: ContentStatus, request: RestRequest): string {
    const posts = this.#types.get('post');
    const url = this.server.restUrl(posts === undefined ? '' : this.#types.itemsRoute(posts), request.context);
    return status.name === 'publish' ? url : addQueryArgs(url, { status: status.name });
  }

  /** Public statuses are shown to everybody, internal ones to no one, and the others to editors of items. */
  #isReadable(status: ContentStatus, user: CurrentUser): boolean {
    if (status.public) return true;
    return (!status.internal || status.name === 'trash') && this.#types.editableBy(user);
  }

  readonly #mayList = (request: RestRequest): true | RestError => {
    if (request.getParam('context') !== 'edit' || this.#types.editableBy(request.user)) return true;
    return errors.rest_cannot_view(request);
  };

  readonly #mayRead = (request: RestRequest): true | RestError => {
    const status = this.#statuses.get(String(request.getParam('status')));
    if (status === undefined) return errors.rest_status_invalid();
    return this.#isReadable(status, request.user) || errors.rest_cannot_read_status(request);
  };

  readonly #list = async (request: RestRequest): Promise<Record<string, unknown>> => {
    const data: Record<string, unknown> = {};
    for (const status of this.#statuses.all()) {
      if (!this.#isReadable(status, request.user)) continue;
      data[status.name] = this.server.prepareForCollection(await this.prepare(status, request));
    }
    return data;
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> =>
    this.prepare(this.#statuses.get(String(request.getParam('status')))!, request);
}
