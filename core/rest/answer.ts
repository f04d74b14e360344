import { toJson } from './lazy-json-array.ts';
import { Curies, compactLinks } from './links.ts';
import type { RestRequest } from './request.ts';
import type { RestResponse } from './response.ts';
import type { RestServer } from './server.ts';

const JSON_TYPE = 'application/json; charset=UTF-8';

/** An answer with its body written, ready for the wire. */
export interface ServedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where nothing is to be sent. */
  readonly body: RestResponse['body'] | null;
}

/** Writes the answers of an interface: data with links, then JSON. */
export class AnswerWriter {
  readonly #server: RestServer;
  #curies: Curies | undefined;

  constructor(server: RestServer) {
    this.#server = server;
  }

  /** Writes an answer, unless `rest_pre_serve_request` says that its body is set. */
  async write(response: RestResponse, request: RestRequest): Promise<ServedResponse> {
    const isServed = await this.#server.hooks
      .filter('rest_pre_serve_request')
      .promise(false, response, request, this.#server);
    const isHead = request.method === 'HEAD';
    if (isServed) return servedOf(response, isHead ? null : (response.body ?? null));
    if (response.getHeader('Content-Type') === undefined) response.header('Content-Type', JSON_TYPE);
    if (isHead || response.status === 204 || response.data === null) return servedOf(response, null);
    const text = await this.#encode(response, request);
    return servedOf(response, this.#server.hooks.filter('rest_response_body').call(text, response, request));
  }

  /** The data of an answer with its links in it, as `rest_response_data` leaves it. */
  async dataOf(response: RestResponse, request: RestRequest): Promise<unknown> {
    const data = this.withLinks(response);
    return this.#server.hooks.filter('rest_response_data').promise(data, response, request, this.#server);
  }

  /** The data of an answer with its `_links`. */
  withLinks(response: RestResponse): unknown {
    const links = this.#linksOf(response);
    const { data } = response;
    if (links === undefined || typeof data !== 'object' || data === null) return data;
    // Data of which `_fields` has left nothing is an empty list, which links make an object again.
    if (Array.isArray(data) && data.length > 0) return data;
    return { ...data, _links: links };
  }

  /** An answer's links as `_links` holds them; undefined when there are none. */
  #linksOf(response: RestResponse): Record<string, unknown[]> | undefined {
    if (this.#curies === undefined) {
      const { name, apiLinkRelation } = this.#server.site.brand;
      const own = { name, href: `${apiLinkRelation}{rel}`, templated: true };
      this.#curies = new Curies([own, ...this.#server.hooks.filter('rest_response_link_curies').call([])]);
    }
    return compactLinks(response, this.#curies);
  }

  /** The JSON of an answer, after the hooks that may adjust its data. */
  async #encode(response: RestResponse, request: RestRequest): Promise<string> {
    const data = await this.dataOf(response, request);
    const echoed = await this.#server.hooks.filter('rest_pre_echo_response').promise(data, this.#server, request);
    return toJson(echoed, this.#server.hooks.filter('rest_json_encode_options').call({ indent: 0 }, request).indent);
  }
}

const servedOf = ({ status, headers }: RestResponse, body: ServedResponse['body']): ServedResponse => ({
  status,
  headers,
  body,
});
