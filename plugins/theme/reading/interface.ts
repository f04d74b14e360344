import { type RequestContext, RestRequest, type RestServer } from '../../../core/index.ts';

/** The answer of a route of the interface. */
export interface Answer<T> {
  readonly ok: boolean;
  readonly status: number;
  readonly data: T;
  /** The number of pages of a list, and of all its items. */
  readonly total: number;
  readonly totalPages: number;
}

/**
 * Sends requests to the interface within the process, as the visitor who requests the page, so that a page shows only
 * what the visitor may see.
 */
export class Interface {
  readonly #server: RestServer;
  readonly context: RequestContext;

  constructor(server: RestServer, context: RequestContext) {
    this.#server = server;
    this.context = context;
  }

  /** The namespace's own routes: `core('posts')` is `/cms/v2/posts`. */
  core(path: string): string {
    return `/${this.#server.site.brand.namespace}/${path}`;
  }

  /** The name under which a relation of the interface is embedded: `cms:term`. */
  relation(name: string): string {
    return this.#server.site.brand.compactRelation(name);
  }

  async get<T>(route: string, query: Readonly<Record<string, unknown>> = {}): Promise<Answer<T>> {
    const { context } = this;
    return this.ask<T>(new RestRequest('GET', route, { query, context }));
  }

  async ask<T>(request: RestRequest): Promise<Answer<T>> {
    const response = await this.#server.dispatchAndFilter(request);
    const { total = 0, totalPages = 0 } = response.pagination ?? {};
    const data = (await this.#server.responseToData(response, request)) as T;
    return { ok: !response.isError(), status: response.status, data, total, totalPages };
  }
}
