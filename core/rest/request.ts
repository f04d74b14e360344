import { TRACE_VIEW } from '../trace/snapshot.ts';
import { RequestContext } from './context.ts';
import { isCredential, readers } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { isRestError, RestError } from './error.ts';
import { noParams, type Params, toParams } from './query.ts';
import type { CurrentUser } from './user.ts';

/** Where a parameter came from. Earlier sources win: JSON body, form body, query, path, defaults. */
export type ParamSource = 'json' | 'body' | 'query' | 'url' | 'defaults';

const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const JSON_TYPE = /^application\/(?:[\w!#$&\-^.+]+\+)?json(?:\s*;|$)/i;

const NO_HEADERS: NonNullable<RestRequestInit['headers']> = Object.freeze({});
const NO_FILES: NonNullable<RestRequestInit['files']> = Object.freeze({});

/** Refuses bytes that are not UTF-8. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A file of a multipart body, already on disk. */
export interface UploadedFile {
  /** The name that the client gave. */
  readonly name: string;
  /** The media type that the client claimed. */
  readonly type: string;
  readonly size: number;
  /** Where the bytes are; removed when the request ends. */
  readonly path: string;
}

/** What a request is made of. */
export interface RestRequestInit {
  query?: object;
  headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** A parsed form body. */
  form?: object;
  /** The raw body; read as JSON when the content type says so. */
  body?: string | Uint8Array;
  /** Where a body too large for memory was put. */
  bodyPath?: string;
  files?: Readonly<Record<string, UploadedFile>>;
  context?: RequestContext;
}

const MARK = Symbol.for('tappet.RestRequest');

/** The sources of parameters that a trace looks at; a JSON body is parsed only when the request's own code asks for it. */
const TRACED_SOURCES = ['query', 'body', 'url', 'defaults'] as const;

/** A request to the interface, whether it came by HTTP or from within. */
export class RestRequest {
  method: string;
  /** The route asked for: `/cms/v2/posts/5`. */
  route: string;
  readonly context: RequestContext;
  body: string | Uint8Array | undefined;
  /** Where a body too large for memory was put. */
  readonly bodyPath: string | undefined;
  readonly files: Readonly<Record<string, UploadedFile>>;
  /** The endpoint that the request was matched to; empty until then. */
  endpoint: Endpoint | undefined;
  /** Lets `rest_request_parameter_order` change the order of sources. */
  parameterOrderFilter: ((order: ParamSource[], request: RestRequest) => ParamSource[]) | undefined;
  /** The input from which the parameters of a source are made at their first use. */
  readonly #given: Record<Exclude<ParamSource, 'json'>, object | undefined>;
  readonly #params: Record<Exclude<ParamSource, 'json'>, Params | undefined>;
  #json: Params | RestError | undefined;
  #order: ParamSource[] | undefined;
  /** The headers as they were given, and by name in lower case once more than single ones are read. */
  readonly #givenHeaders: NonNullable<RestRequestInit['headers']>;
  #headers: Map<string, string> | undefined;
  #isLower: boolean | undefined;
  #isWithheld = false;

  static {
    readers.header = (request, name) => {
      const key = name.toLowerCase();
      if (!request.#isWithheld) return request.getHeader(key);
      const given = Object.entries(request.#givenHeaders).find(([other]) => other.toLowerCase() === key)?.[1];
      return given === undefined ? null : textOfHeader(given);
    };
  }

  constructor(method: string, route: string, init: RestRequestInit = {}) {
    this.method = method.toUpperCase();
    this.route = route;
    this.context = init.context ?? new RequestContext();
    this.#givenHeaders = init.headers ?? NO_HEADERS;
    this.body = init.body;
    this.bodyPath = init.bodyPath;
    this.files = init.files ?? NO_FILES;
    this.#given = { body: init.form, query: init.query, url: undefined, defaults: undefined };
    this.#params = { body: undefined, query: undefined, url: undefined, defaults: undefined };
  }

  get [MARK](): true {
    return true;
  }

  /** What a trace compares before and after a tap. */
  [TRACE_VIEW](): object {
    const { method, route, context } = this;
    const params = Object.fromEntries(TRACED_SOURCES.map((source) => [source, this.paramsOf(source)]));
    return { method, route, user: context.user.id, headers: Object.fromEntries(this.headers), params };
  }

  /** The user who makes the request. */
  get user(): CurrentUser {
    return this.context.user;
  }

  /**
   * The headers by name in lower case. An answer for which all of them are looked at is not cached; `getHeader` reads one.
   */
  get headers(): Map<string, string> {
    this.context.recorder?.markUncacheable('all headers of the request were read');
    return this.#headerMap();
  }

  #headerMap(): Map<string, string> {
    if (this.#headers === undefined) {
      this.#headers = new Map();
      for (const [name, value] of Object.entries(this.#givenHeaders)) {
        const key = name.toLowerCase();
        if (value !== undefined && !(this.#isWithheld && isCredential(key)))
          this.#headers.set(key, textOfHeader(value));
      }
    }
    return this.#headers;
  }

  /** A header by name, whatever its case; null when it is absent. */
  getHeader(name: string): string | null {
    const key = name.toLowerCase();
    this.context.recorder?.headers.add(key);
    if (this.#headers !== undefined || !this.#areLower()) return this.#headerMap().get(key) ?? null;
    if (this.#isWithheld && isCredential(key)) return null;
    const value = Object.hasOwn(this.#givenHeaders, key) ? this.#givenHeaders[key] : undefined;
    return value === undefined ? null : textOfHeader(value);
  }

  /** Takes the headers out of sight that say who somebody is, and the cookies; the service `Credentials` has them. */
  withholdCredentials(): void {
    this.#isWithheld = true;
    this.context.withholdCredentials();
    for (const name of this.#headers?.keys() ?? []) if (isCredential(name)) this.#headers?.delete(name);
  }

  /** Whether the names of the given headers are in lower case, as Node.js has them: a single one is found there. */
  #areLower(): boolean {
    this.#isLower ??= Object.keys(this.#givenHeaders).every((name) => name === name.toLowerCase());
    return this.#isLower;
  }

  /** Whether the body is to be read as JSON: `application/json` and `application/*+json`. */
  isJsonContentType(): boolean {
    const type = this.getHeader('content-type');
    return type !== null && JSON_TYPE.test(type);
  }

  /** A parameter from the first source that has it and is not null there; null when none has. */
  getParam(name: string): unknown {
    for (const source of this.parameterOrder()) {
      if (this.#isEmpty(source)) continue;
      const value = this.paramsOf(source)[name];
      if (value !== undefined && value !== null) return value;
    }
    return null;
  }

  /** Whether any source names the parameter, even as null. */
  hasParam(name: string): boolean {
    for (const source of this.parameterOrder()) {
      if (!this.#isEmpty(source) && Object.hasOwn(this.paramsOf(source), name)) return true;
    }
    return false;
  }

  /** Whether a source was given nothing and has not been asked for yet, so that it need not be made to be looked at. */
  #isEmpty(source: ParamSource): boolean {
    return source !== 'json' && this.#params[source] === undefined && this.#given[source] === undefined;
  }

  /** All parameters merged by precedence; a null of an earlier source shows here. */
  getParams(): Params {
    const merged = noParams();
    for (const source of [...this.parameterOrder()].reverse()) Object.assign(merged, this.paramsOf(source));
    return merged;
  }

  /** Sets a parameter wherever it is, or in the foremost source when it is nowhere. */
  setParam(name: string, value: unknown): void {
    const order = this.parameterOrder();
    const holders = order.filter((source) => source !== 'defaults' && Object.hasOwn(this.paramsOf(source), name));
    for (const source of holders.length > 0 ? holders : order.slice(0, 1)) this.paramsOf(source)[name] = value;
  }

  /** The parameters of one source, for reading and writing. */
  paramsOf(source: ParamSource): Params {
    if (source !== 'json') {
      this.#params[source] ??= toParams(this.#given[source]);
      return this.#params[source];
    }
    const json = this.#readJson();
    return isRestError(json) ? noParams() : json;
  }

  /** Replaces the parameters of the path or the defaults, as route matching does. */
  setParams(source: Exclude<ParamSource, 'json'>, params: object): void {
    this.#given[source] = Object.keys(params).length === 0 ? undefined : params;
    this.#params[source] = undefined;
  }

  /** The error of a JSON body that could not be read, if any. */
  jsonError(): RestError | undefined {
    if (this.#json === undefined && !this.isJsonContentType()) return undefined;
    const json = this.#readJson();
    return isRestError(json) ? json : undefined;
  }

  /** The sources in order of precedence for this request. */
  parameterOrder(): readonly ParamSource[] {
    if (this.#order === undefined) {
      const order: ParamSource[] = [];
      if (this.isJsonContentType()) order.push('json');
      if (BODY_METHODS.has(this.method)) order.push('body');
      order.push('query', 'url', 'defaults');
      this.#order = this.parameterOrderFilter?.(order, this) ?? order;
    }
    return this.#order;
  }

  /** The parameters of a JSON body; without one they are empty, and take what is set. */
  #readJson(): Params | RestError {
    this.#json ??= this.isJsonContentType() ? parsedJson(this.body) : noParams();
    return this.#json;
  }
}

/** The text of a header, of which Node.js gives several of one name as a list. */
const textOfHeader = (value: string | string[]): string => (Array.isArray(value) ? value.join(', ') : value);

function parsedJson(body: string | Uint8Array | undefined): Params | RestError {
  if (body === undefined || body.length === 0) return noParams();
  try {
    const parsed: unknown = JSON.parse(typeof body === 'string' ? body : UTF8.decode(body));
    return typeof parsed === 'object' && parsed !== null ? toParams(parsed) : noParams();
  } catch {
    return new RestError('rest_invalid_json', 'The body is not valid JSON.', {
      status: 400,
      json_error_code: 4,
      json_error_message: 'Syntax error',
    });
  }
}

/**
 * Whether a value is a request of the interface, of any copy of this module.
 *
 * @param value anything
 */
export const isRestRequest = (value: unknown): value is RestRequest =>
  typeof value === 'object' && value !== null && (value as { [MARK]?: boolean })[MARK] === true;
