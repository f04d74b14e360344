import type { Readable } from 'node:stream';
import { TRACE_VIEW } from '../trace/snapshot.ts';
import type { Endpoint } from './endpoint.ts';
import { errorBody, type RestError } from './error.ts';

/** One link of a relation: its address and further members, such as `embeddable`. */
export interface Link {
  readonly href: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The place of a list in its collection, from which the pagination headers are made. */
export interface Pagination {
  readonly total: number;
  readonly totalPages: number;
  readonly page: number;
  /** The page that `prev` leads to; when left out, the one before, or past the end the last one. */
  readonly previous?: number;
  /** The address of the collection with the request's own arguments, without `page`. */
  readonly base: string;
}

const MARK = Symbol.for('tappet.RestResponse');

/** An answer of the interface: data, status, headers, links. */
export class RestResponse {
  /** The data, which may be changed or replaced. */
  data: unknown;
  #links: Map<string, Link[]> | undefined;
  status: number;
  /** Header names as they are written on the wire, with their values. */
  headers: Record<string, string>;
  /** The route pattern that the request matched, and the endpoint that handled it. */
  matchedRoute: string | null = null;
  matchedEndpoint: Endpoint | null = null;
  /** Set on an answer that is one page of a collection. */
  pagination: Pagination | undefined;
  /** The error that this answer was made of. */
  error: RestError | undefined;
  /** Bytes to be sent in place of the JSON of `data`; set by a tap that serves the request itself. */
  body: string | Uint8Array | Readable | undefined;

  constructor(data: unknown = null, status = 200, headers: Record<string, string> = {}) {
    this.data = data;
    this.status = status;
    this.headers = headers;
  }

  /** The answer that stands for an error object. */
  static fromError(error: RestError): RestResponse {
    const response = new RestResponse(errorBody(error), error.status, { ...error.headers });
    response.error = error;
    return response;
  }

  get [MARK](): true {
    return true;
  }

  /** The links by relation. */
  get links(): Map<string, Link[]> {
    this.#links ??= new Map();
    return this.#links;
  }

  /** Whether it has links, of which most answers to whole routes have none. */
  get hasLinks(): boolean {
    return this.#links !== undefined && this.#links.size > 0;
  }

  /** Whether the answer is an error. */
  isError(): boolean {
    return this.status >= 400;
  }

  /** The value of a header, whatever the case of its name; undefined when it is not set. */
  getHeader(name: string): string | undefined {
    const key = this.#headerKey(name);
    return key === undefined ? undefined : this.headers[key];
  }

  /** Sets a header; with `replace` false, adds to what is there. */
  header(name: string, value: string, replace = true): this {
    const known = this.#headerKey(name);
    if (known === undefined) this.headers[name] = value;
    else this.headers[known] = replace ? value : `${this.headers[known]}, ${value}`;
    return this;
  }

  /** Adds a link to `_links`; the relation is a registered name or a full URI. */
  addLink(relation: string, href: string, attributes: Record<string, unknown> = {}): this {
    const links = this.links.get(relation);
    const link = { href, attributes };
    if (links === undefined) this.links.set(relation, [link]);
    else links.push(link);
    return this;
  }

  /** Adds a link to the `Link` header: `<href>; rel="relation"`. */
  linkHeader(relation: string, href: string, attributes: Record<string, string> = {}): this {
    let link = `<${href}>; rel="${relation}"`;
    for (const [name, value] of Object.entries(attributes)) link += `; ${name}="${value}"`;
    return this.header('Link', link, false);
  }

  /** What a trace compares before and after a tap. */
  [TRACE_VIEW](): object {
    const { status, headers, data, links, body } = this;
    return { status, headers, data, links: Object.fromEntries(links), ...(body === undefined ? {} : { body }) };
  }

  #headerKey(name: string): string | undefined {
    if (Object.hasOwn(this.headers, name)) return name;
    let lower: string | undefined;
    for (const key in this.headers) {
      if (key.length !== name.length) continue;
      lower ??= name.toLowerCase();
      if (key.toLowerCase() === lower && Object.hasOwn(this.headers, key)) return key;
    }
    return undefined;
  }
}

/**
 * Whether a value is an answer of the interface, of any copy of this module.
 *
 * @param value anything
 */
export const isRestResponse = (value: unknown): value is RestResponse =>
  typeof value === 'object' && value !== null && (value as { [MARK]?: boolean })[MARK] === true;
