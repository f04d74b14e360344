import { type RequestContext, RestError, RestRequest, type RestServer } from '../../../core/index.ts';

/** The answer of a route of the interface. */
export interface Answer<T> {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: T;
  /** The number of pages of a list, and of all its items. */
  readonly total: number;
  readonly totalPages: number;
}

/**
 * Thrown where the interface failed to answer: nothing is known then of what a page would show, and an empty page, or one
 * that says that there is nothing, would be remembered by those who read it.
 */
export class InterfaceFailure extends RestError {
  override readonly headers: Readonly<Record<string, string>>;
  /** It is what visitors are shown in place of the page. */
  readonly expose = true;

  /** With the status of the failure, and when to try again where that is known. */
  constructor(status: number, { 'Retry-After': after }: Readonly<Record<string, string>> = {}) {
    super('rest_page_failed', 'The page cannot be shown at present. Please try again later.\n', { status });
    this.headers = after === undefined ? {} : { 'Retry-After': after };
  }
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

  /** Reads a route. Throws an `InterfaceFailure` where that fails; a refusal, and what is not there, are answers. */
  async get<T>(route: string, query: Readonly<Record<string, unknown>> = {}): Promise<Answer<T>> {
    const { context } = this;
    const answer = await this.ask<T>(new RestRequest('GET', route, { query, context }));
    if (answer.status >= 500) throw new InterfaceFailure(answer.status, answer.headers);
    return answer;
  }

  async ask<T>(request: RestRequest): Promise<Answer<T>> {
    const response = await this.#server.dispatchAndFilter(request);
    const { total = 0, totalPages = 0 } = response.pagination ?? {};
    const data = (await this.#server.responseToData(response, request)) as T;
    const { status, headers } = response;
    return { ok: !response.isError(), status, headers, data, total, totalPages };
  }
}
