import type { Readable } from 'node:stream';
import type { Endpoint } from './endpoint.ts';
import { errorBody, type RestError } from './error.ts';
import { writtenList } from './written-list.ts';
import { type WrittenState, writtenState } from './written-state.ts';

export { isSameState, type WrittenState } from './written-state.ts';

/** One link of a relation: its address and further members, such as `embeddable`. */
export interface Link {
  readonly href: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Where a list stands in its collection, from which the pagination headers are made. */
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
  #data: unknown;
  #json: string | undefined;
  #items: readonly string[] | undefined;
  #links: Map<string, Link[]> | undefined;
  /** What data and links are recalled from that nobody has asked for. */
  #recalledData: WrittenState | undefined;
  #recalledLinks: WrittenState | undefined;
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
  /** Bytes to be sent in place of the JSON of `data`; set by whoever served the request itself. */
  body: string | Uint8Array | Readable | undefined;

  constructor(data: unknown = null, status = 200, headers: Record<string, string> = {}) {
    this.#data = data;
    this.status = status;
    this.headers = headers;
  }

  /** An answer whose data is written already; whoever asks for `data` has it read from the JSON. */
  static fromJson(json: string): RestResponse {
    const response = new RestResponse();
    response.#json = json;
    return response;
  }

  /** An answer whose data is a list of items that are written already; each is read when somebody asks for it. */
  static fromItems(items: readonly string[]): RestResponse {
    const response = new RestResponse();
    response.#items = items;
    return response;
  }

  /** The answer that stands for an error object. */
  static fromError(error: RestError): RestResponse {
    const response = new RestResponse(errorBody(error), error.status);
    response.error = error;
    return response;
  }

  get [MARK](): true {
    return true;
  }

  /** The data, which may be changed or replaced. */
  get data(): unknown {
    if (this.#json !== undefined) this.data = JSON.parse(this.#json);
    else if (this.#items !== undefined) this.data = writtenList(this.#items);
    return this.#data;
  }

  set data(data: unknown) {
    this.#data = data;
    this.#json = undefined;
    this.#items = undefined;
    this.#recalledData = undefined;
  }

  /** The links by relation. */
  get links(): Map<string, Link[]> {
    this.#links ??= new Map();
    const recalled = this.#recalledLinks;
    if (recalled !== undefined) {
      this.#recalledLinks = undefined;
      fillLinks(this.#links, recalled.links);
    }
    return this.#links;
  }

  /** Whether it has links, of which most answers to whole routes have none. */
  get hasLinks(): boolean {
    return (this.#links !== undefined || this.#recalledLinks !== undefined) && this.links.size > 0;
  }

  /** The data as it was written, as long as nobody has asked for the data itself; undefined for any other answer. */
  get json(): string | undefined {
    return this.#items === undefined ? this.#json : `[${this.#items.join(',')}]`;
  }

  /** Whether the data is written already, and nobody has asked for it. */
  get isWritten(): boolean {
    return this.#json !== undefined || this.#items !== undefined;
  }

  /** Rewrites the JSON of each item of a list that is written already; answers false, and does nothing, for any other. */
  rewriteItems(rewrite: (json: string) => string): boolean {
    if (this.#items === undefined) return false;
    this.#items = this.#items.map(rewrite);
    return true;
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

  /** Removes a relation's links, or only the one of an address. */
  removeLink(relation: string, href?: string): this {
    const left = href === undefined ? [] : (this.links.get(relation) ?? []).filter((link) => link.href !== href);
    if (left.length === 0) this.links.delete(relation);
    else this.links.set(relation, left);
    return this;
  }

  /** Its data and links in writing; undefined where they would not come out of that as they are. */
  writtenState(): WrittenState | undefined {
    return writtenState(this.data, this.links);
  }

  /** Takes data and links from how they were once written; they are made of that when somebody asks for them. */
  recall(state: WrittenState): void {
    this.data = null;
    this.#json = state.data;
    this.#recalledData = state;
    this.#recalledLinks = state;
  }

  /** Whether nobody has asked for what it recalls, so that it is what it was. */
  get isRecalled(): boolean {
    return this.#recalledData !== undefined && this.#recalledLinks !== undefined;
  }

  /** Empties data and links. With `remember`, answers with what puts in again those that somebody has asked for. */
  reset(remember: boolean): (() => void) | undefined {
    const data = this.#recalledData === undefined ? { value: this.data } : undefined;
    const links = this.#recalledLinks === undefined ? [...this.links] : undefined;
    this.data = null;
    this.#recalledLinks = undefined;
    this.#links?.clear();
    if (!remember) return undefined;
    return () => {
      if (data !== undefined) this.data = data.value;
      if (links !== undefined) fillLinks(this.links, links);
    };
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

/** Whether a value is an answer of the interface, of whichever copy of this module. */
export const isRestResponse = (value: unknown): value is RestResponse =>
  typeof value === 'object' && value !== null && (value as { [MARK]?: boolean })[MARK] === true;

/** Makes links what a list of them tells, in objects of their own. */
function fillLinks(links: Map<string, Link[]>, told: WrittenState['links']): void {
  links.clear();
  for (const [relation, list] of told) {
    links.set(
      relation,
      list.map(({ href, attributes }) => ({ href, attributes: { ...attributes } })),
    );
  }
}
