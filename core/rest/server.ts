import { deepFreeze, fixMembers, freezeClasses, freezeMap } from '../freeze.ts';
import { HookFailureError, type PluginHooks } from '../hooks/index.ts';
import type { Logger } from '../logger.ts';
import { isPromise, type MaybePromise, recover, whenReady } from '../maybe-promise.ts';
import type { PluginLimits } from '../plugin-limits.ts';
import type { Services } from '../services.ts';
import type { Site } from '../site.ts';
import { traced } from '../trace/fire.ts';
import { runningPlugin } from '../trace/owners.ts';
import { runningSpan } from '../trace/tracing.ts';
import { authorizationRequiredCode, UserLoader } from '../user.ts';
import { type AdditionalField, AdditionalFields } from './additional-fields.ts';
import { buildRestUrl } from './addressing.ts';
import { checkArguments, sanitizeArguments } from './arguments.ts';
import { RequestContext } from './context.ts';
import type { Endpoint, Route, RouteArgs } from './endpoint.ts';
import { isRestError, RestError } from './error.ts';
import { KeptBodies } from './kept-bodies.ts';
import { Curies, compactLinks } from './links.ts';
import { parseQuery } from './query.ts';
import { isRestRequest, RestRequest } from './request.ts';
import { isRestResponse, RestResponse } from './response.ts';
import { fullRoute, normalizeRoute } from './route.ts';
import { RouteRules } from './route-rules.ts';
import { type RouteMatch, RouteTable } from './route-table.ts';
import { toJson, withMembers } from './written-member.ts';

/** The version of the interface's framework (9). */
export const REST_API_VERSION = '2.0';

const JSON_TYPE = 'application/json; charset=UTF-8';

/** What internal dispatch takes: a route, a set of query parameters for the index, or a request. */
export type DispatchInput = string | Readonly<Record<string, unknown>> | RestRequest;

/** The route and endpoint that a request was matched to. */
export interface EndpointMatch {
  readonly route: Route;
  readonly endpoint: Endpoint;
}

/** An answer with its body written, ready for the wire. */
export interface ServedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where nothing is to be sent. */
  readonly body: RestResponse['body'] | null;
}

/** The server of the interface: routes, dispatch, and answers. One to a generation. */
export class RestServer {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly services: Services;
  readonly log: Logger;
  readonly additionalFields = new AdditionalFields();
  /** Decides between plugins that register the same route, and how long routes may take; told by the generation. */
  readonly routeRules = new RouteRules();
  #routes = new Map<string, Route>();
  readonly #namespaces = new Set<string>();
  readonly #bodies = new KeptBodies();
  readonly #fired: RequestHooks;
  #table = new RouteTable([]);
  #initialised = false;
  #built = false;
  #curies: Curies | undefined;
  #prefix: string | undefined;
  #lastBase: (Parameters<typeof buildRestUrl>[1] & { readonly base: string }) | undefined;

  constructor(site: Site, hooks: PluginHooks, services: Services, log: Logger) {
    this.site = site;
    this.hooks = hooks;
    this.services = services;
    this.log = log;
    this.#fired = requestHooks(hooks);
  }

  /** Fires `init` and `rest_api_init`, then compiles the routes. Run once, by the generation. */
  async init(): Promise<void> {
    await this.hooks.action('init').promise();
    this.#initialised = true;
    await this.hooks.action('rest_api_init').promise(this);
    this.#built = true;
    this.compileRoutes();
    // What all requests share is nobody's to change.
    fixMembers(this as RestServer, ['site', 'hooks', 'services', 'log', 'additionalFields', 'routeRules']);
  }

  /** Compiles the registered routes; until then, and after a later registration, run by itself. */
  compileRoutes(): void {
    const endpoints = this.hooks.filter('rest_endpoints').call(Object.fromEntries(this.#routes));
    const routes = new Map(Object.entries(endpoints));
    for (const route of routes.values()) freezeRoute(route);
    this.#routes = freezeMap(routes) as Map<string, Route>;
    this.#table = new RouteTable(this.routeRules.inOrder(this.#routes.values()));
  }

  /**
   * Registers a route (2.4, 4.4). Answers with false when the namespace or the path is empty. A route that
   * exists is merged, or with `override` replaced.
   */
  registerRoute(namespace: string, path: string, args: RouteArgs = [], override = false): boolean {
    const pattern = fullRoute(namespace, path);
    if (pattern === false) {
      this.#notice('registerRoute', `Route "${namespace}${path}" needs a namespace and a path.`);
      return false;
    }
    if (!this.#initialised) {
      this.#notice(
        'registerRoute',
        `Route "${pattern}" is registered before rest_api_init; register it in that action.`,
      );
    }
    this.registerPattern(pattern, namespace.replace(/^\/+|\/+$/g, ''), args, override);
    return true;
  }

  /**
   * Registers a route by its whole pattern, in a namespace that may be empty; for routes of the interface itself. Throws
   * for a plugin that may not register there.
   */
  registerPattern(pattern: string, namespace: string, args: RouteArgs, override = false): void {
    this.#limitsOfRegistrant()?.demandNamespace(namespace);
    if (namespace !== '') this.#namespaces.add(namespace);
    const plugin = runningPlugin();
    const route = normalizeRoute(pattern, namespace, args, plugin);
    const known = this.#routes.get(pattern);
    const combined = this.routeRules.combine(known, route, plugin, override);
    // A route that another plugin answers from here on stands where that one registered it.
    if (!override && combined.endpoints[0] !== known?.endpoints[0]) this.#routes.delete(pattern);
    this.#routes.set(pattern, combined);
  }

  /** Attaches a field to object types (2.2). */
  registerField(objectType: string | readonly string[], attribute: string, field: AdditionalField = {}): void {
    this.additionalFields.register(objectType, attribute, field);
  }

  /** Every registered route by pattern, in order of registration. */
  get routes(): ReadonlyMap<string, Route> {
    return this.#routes;
  }

  /** The namespaces that routes were registered under. */
  get namespaces(): string[] {
    return [...this.#namespaces];
  }

  /** The first route whose whole pattern fits a path, whatever its methods. */
  matchRoute(path: string): RouteMatch | undefined {
    for (const match of this.#table.matches(path)) return match;
    return undefined;
  }

  /** The URL of a path of the interface (4.1), as the request's connection asks for it. */
  restUrl(path = '/', context?: RequestContext, scheme = 'rest'): string {
    const url = `${this.#restBase(context, scheme)}${path.startsWith('/') ? path.replace(/^\/+/, '') : path}`;
    const filter = this.#fired.rest_url;
    return filter.isUsed() ? filter.call(url, path, null, scheme) : url;
  }

  /** What the URLs of the interface begin with; worked out again when it is not for such a connection as before. */
  #restBase(context: RequestContext | undefined, scheme: string): string {
    const { home, permalinks, index, forceTlsAdmin } = this.site;
    const tls = context?.http?.tls ?? false;
    // A base depends on the name that was asked for over TLS alone, and to find it out takes its time.
    const serverName = tls ? context?.http?.serverName : undefined;
    const admin = context?.admin ?? false;
    const last = this.#lastBase;
    if (
      last !== undefined &&
      last.home === home &&
      last.permalinks === permalinks &&
      last.index === index &&
      last.scheme === scheme &&
      last.tls === tls &&
      last.serverName === serverName &&
      last.admin === admin &&
      last.forceTlsAdmin === forceTlsAdmin
    ) {
      return last.base;
    }
    const input = { home, permalinks, index, prefix: this.urlPrefix, scheme, tls, serverName, admin, forceTlsAdmin };
    const base = buildRestUrl('/', input);
    this.#lastBase = { ...input, base };
    return base;
  }

  /** The URL prefix after its filter. */
  get urlPrefix(): string {
    this.#prefix ??= this.hooks.filter('rest_url_prefix').call(this.site.brand.urlPrefix);
    return this.#prefix;
  }

  /** Makes a request of what internal dispatch takes (4.3): a text is a GET of that route, query and all. */
  toRequest(input: DispatchInput, context?: RequestContext): RestRequest {
    if (isRestRequest(input)) return input;
    if (typeof input !== 'string') return this.#prepare(new RestRequest('GET', '', { query: input, context }));
    const question = input.indexOf('?');
    const route = question < 0 ? input : input.slice(0, question);
    const query = question < 0 ? {} : parseQuery(input.slice(question + 1));
    return this.#prepare(new RestRequest('GET', route, { query, context }));
  }

  /**
   * The request that a URL of this interface stands for, or false for any other URL. Its context, if given,
   * is shared, so that what is embedded is read as the same user.
   */
  requestFromUrl(url: string, context?: RequestContext): RestRequest | false {
    const base = this.restUrl('/', context);
    let request: RestRequest | false = false;
    if (url.startsWith(base)) {
      const rest = url.slice(base.length);
      const [route = '', query = ''] = this.site.permalinks === 'plain' ? rest.split(/&(.*)/s) : rest.split(/\?(.*)/s);
      request = this.toRequest(`/${decodeURI(route)}${query === '' ? '' : `?${query}`}`, context);
    }
    return this.hooks.filter('rest_request_from_url').call(request, url);
  }

  /**
   * Answers a request by its route, without the filters of serving (4.3, internal dispatch): at once when nothing has to
   * be waited for.
   */
  dispatch(input: DispatchInput, context?: RequestContext): MaybePromise<RestResponse> {
    let request: RestRequest | undefined;
    const answer = () => {
      const asked = this.#prepare(this.toRequest(input, context));
      request = asked;
      if (runningSpan() === undefined) return this.#dispatch(asked);
      return traced('request', `${asked.method} ${asked.route}`, undefined, () => this.#dispatch(asked));
    };
    return recover(answer, (error) => RestResponse.fromError(this.toError(error, request)));
  }

  /** Dispatches and applies `rest_post_dispatch`, as for a request that is embedded or preloaded. */
  async dispatchAndFilter(input: DispatchInput, context?: RequestContext): Promise<RestResponse> {
    const request = this.toRequest(input, context);
    const response = await this.dispatch(request);
    return this.#fired.rest_post_dispatch.run(response, this, request);
  }

  /**
   * Serves a request that came by HTTP: authentication, dispatch, all filters, and the written body. With
   * `unreadable`, the error of a request that could not be read, that error is what is served. Traced when
   * `rest_trace_request` gives a trace.
   */
  serve(incoming: RestRequest, unreadable?: RestError): MaybePromise<ServedResponse> {
    const wanted = this.#fired.rest_trace_request;
    const trace = wanted.isUsed() ? wanted.call(runningSpan()?.trace ?? null, incoming) : null;
    if (!trace || trace.isRunning) return this.#serveWhole(incoming, unreadable);
    incoming.context.reading?.spoil('it is traced');
    return trace.run(async () => this.#serveWhole(incoming, unreadable));
  }

  #serveWhole(incoming: RestRequest, unreadable?: RestError): MaybePromise<ServedResponse> {
    const filter = this.#fired.rest_served;
    return whenReady(this.#serve(incoming, unreadable), (served) =>
      filter.isUsed() ? filter.call(served, incoming) : served,
    );
  }

  #serve(incoming: RestRequest, unreadable?: RestError): MaybePromise<ServedResponse> {
    let request = this.#prepare(incoming);
    const headers: Record<string, string> = {};
    const failed = (error: unknown) => RestResponse.fromError(this.toError(error, request));
    const answer = (): MaybePromise<RestResponse> => {
      if (unreadable !== undefined) throw unreadable;
      return whenReady(this.#fired.rest_serve_request.run(request, this), (given) => {
        request = given;
        if (request.context !== incoming.context) {
          incoming.context.reading?.spoil('another request was put in its place');
        }
        return whenReady(this.#authenticate(request, headers), (refused) =>
          refused === undefined ? this.dispatch(request) : RestResponse.fromError(refused),
        );
      });
    };
    return whenReady(recover(answer, failed), (response) => {
      for (const name of Object.keys(headers)) response.header(name, headers[name]!);
      const write = () =>
        whenReady(this.#fired.rest_post_dispatch.run(response, this, request), (filtered) =>
          this.#write(filtered, request),
        );
      return recover(write, (error) => this.#write(failed(error), request));
    });
  }

  /** The fields that a request asks for, of those that are available where that is known; null for all of them. */
  requestedFields(request: RestRequest, available: readonly string[] = []): readonly string[] | null {
    const filter = this.#fired.rest_requested_fields;
    return filter.isUsed() ? filter.call(null, request, available) : null;
  }

  /** The data of an answer with its links in it, and whatever `rest_response_data` makes of that. */
  async responseToData(response: RestResponse, request: RestRequest): Promise<unknown> {
    return this.#dataOf(response, request);
  }

  #dataOf(response: RestResponse, request: RestRequest): MaybePromise<unknown> {
    const data = this.prepareForCollection(response);
    const filter = this.#fired.rest_response_data;
    return filter.isUsed() ? filter.run(data, response, request, this) : data;
  }

  /** The data of an answer with its `_links`, as a member of a list. */
  prepareForCollection(response: RestResponse): unknown {
    return withLinks(response.data, this.compactLinks(response));
  }

  /** An answer's links as `_links` holds them; undefined when there are none. */
  compactLinks(response: RestResponse): Record<string, unknown[]> | undefined {
    if (this.#curies === undefined) {
      const { name, apiLinkRelation } = this.site.brand;
      const own = { name, href: `${apiLinkRelation}{rel}`, templated: true };
      this.#curies = new Curies([own, ...this.hooks.filter('rest_response_link_curies').call([])]);
    }
    return compactLinks(response, this.#curies);
  }

  /** The error object that stands for anything thrown; what is not one of the interface is logged and hidden. */
  toError(error: unknown, request?: RestRequest): RestError {
    if (isRestError(error)) return error;
    const cause = error instanceof HookFailureError ? error.error : error;
    const debug = this.site.debug ? { detail: cause instanceof Error ? cause.stack : String(cause) } : {};
    if (error instanceof HookFailureError) {
      const code = `rest_plugin_${error.plugin.replaceAll('-', '_')}_failed`;
      return new RestError(code, 'A plugin of this site failed.', { status: 500, plugin: error.plugin, ...debug });
    }
    const plugin = request?.endpoint?.plugin;
    this.log.error({ err: error, method: request?.method, route: request?.route, plugin }, 'a request failed');
    return new RestError('rest_internal_error', 'The site failed to answer.', { status: 500, ...debug });
  }

  /** Whether a permission callback's verdict lets a request run: anything but false, null and an error. */
  static refuses(verdict: unknown, request: RestRequest): RestError | undefined {
    if (isRestError(verdict)) return verdict;
    if (verdict === false || verdict === null || verdict === undefined) {
      const status = authorizationRequiredCode(request.user);
      return new RestError('rest_forbidden', 'You may not do that.', { status });
    }
    return undefined;
  }

  #prepare(request: RestRequest): RestRequest {
    const filter = this.#fired.rest_request_parameter_order;
    if (filter.isUsed()) request.parameterOrderFilter = (order, of) => filter.call(order, of);
    return request;
  }

  /** Finds out who makes a request; answers with the error that refuses it, if one does. */
  #authenticate(request: RestRequest, headers: Record<string, string>): MaybePromise<RestError | undefined> {
    const userId = this.#fired.determine_current_user.run(false, request);
    return whenReady(
      whenReady(userId, (id) => this.#identify(id, request)),
      () =>
        whenReady(this.#fired.rest_authentication_errors.run(null, request, headers), (verdict) =>
          isRestError(verdict) ? verdict : undefined,
        ),
    );
  }

  /** Makes a user, if there is such a one, the request's. */
  #identify(userId: unknown, { context }: RestRequest): MaybePromise<void> {
    const loader = this.services.find(UserLoader);
    if (typeof userId !== 'number' || userId <= 0 || loader === undefined) return;
    return whenReady(loader.load(userId, context), (user) => {
      context.user = user ?? context.user;
    });
  }

  #dispatch(request: RestRequest): MaybePromise<RestResponse> {
    const early = this.#fired.rest_pre_dispatch;
    return whenReady(early.isUsed() ? early.run(null, this, request) : null, (result) => {
      if (result !== null && result !== undefined) return toResponse(result);
      const match = this.match(request);
      return whenReady(this.checkRequest(request, match.endpoint), (invalid) => this.respond(request, match, invalid));
    });
  }

  /**
   * Matches a request to its route and endpoint, and gives it the parameters of the path and the defaults.
   * Throws `rest_no_route` or `rest_invalid_handler`.
   */
  match(request: RestRequest): EndpointMatch {
    const match = this.#table.find(request.route, request.method);
    if (match === undefined) {
      throw new RestError('rest_no_route', 'No route fits the URL and the method.', { status: 404 });
    }
    const { route, endpoint, params } = match;
    if (endpoint.callback === null) {
      throw new RestError('rest_invalid_handler', 'The route has no handler.', { status: 500 });
    }
    request.endpoint = endpoint;
    request.setParams('url', params);
    request.setParams('defaults', defaultsOf(endpoint));
    return { route, endpoint };
  }

  /** Checks and sanitizes the arguments of a matched request; answers with the error to send, if any. */
  checkRequest(request: RestRequest, endpoint: Endpoint): MaybePromise<RestError | undefined> {
    const failed = (error: unknown) => this.toError(error, request);
    try {
      const checked = whenReady(
        checkArguments(request, endpoint),
        (refused) => refused ?? sanitizeArguments(request, endpoint),
      );
      return isPromise(checked) ? checked.catch(failed) : checked;
    } catch (error) {
      return failed(error);
    }
  }

  /** Runs permission check and callback of a matched request, unless its arguments were in error. */
  respond(request: RestRequest, match: EndpointMatch, invalid?: RestError): MaybePromise<RestResponse> {
    const { route, endpoint } = match;
    const run = () => this.#run(request, match, invalid ?? null);
    const after = this.#fired.rest_request_after_callbacks;
    const result = recover(run, (error) => this.toError(error, request));
    const told = after.isUsed() ? whenReady(result, (value) => after.run(value, endpoint, request)) : result;
    return whenReady(told, (value) => {
      const response = toResponse(value);
      response.matchedRoute = route.pattern;
      response.matchedEndpoint = endpoint;
      return response;
    });
  }

  #run(request: RestRequest, { route, endpoint }: EndpointMatch, invalid: RestError | null): MaybePromise<unknown> {
    this.#noteOwners(request, route);
    const before = this.#fired.rest_request_before_callbacks;
    return whenReady(before.isUsed() ? before.run(invalid, endpoint, request) : invalid, (error: unknown) => {
      if (isRestError(error)) return error;
      return whenReady(
        this.#refusal(request, route, endpoint),
        (refusal) => refusal ?? this.#call(request, route, endpoint),
      );
    });
  }

  /** The answer of an endpoint's callback, or what `rest_dispatch_request` gives in its place. */
  #call(request: RestRequest, route: Route, endpoint: Endpoint): MaybePromise<unknown> {
    const instead = this.#fired.rest_dispatch_request;
    const early = instead.isUsed() ? instead.run(null, request, route.pattern, endpoint) : null;
    return whenReady(early, (given: unknown) => {
      if (given !== null && given !== undefined) return given;
      return traced('callback', route.pattern, endpoint.plugin, () =>
        this.routeRules.timed(endpoint.callback!(request), 'callback', route, endpoint),
      );
    });
  }

  /**
   * Notes whose the endpoints of a route are: of all of them, since who may use each shows in the answer. Whoever may
   * have put others in their place has a part in every answer.
   */
  #noteOwners(request: RestRequest, { endpoints }: Route): void {
    if (request.context.reading === undefined) return;
    for (const { plugin } of endpoints) this.hooks.heard(plugin, request);
    for (const name of ['rest_endpoints', 'cms_rest_server_class'] as const) {
      const plugin = this.hooks.foreignTap(name);
      if (plugin !== undefined) this.hooks.heard(plugin, request);
    }
  }

  /** What the permission check of an endpoint refuses a request with, if it does. */
  #refusal(request: RestRequest, route: Route, endpoint: Endpoint): MaybePromise<RestError | undefined> {
    const { plugin, permission_callback: check } = endpoint;
    if (check === undefined) return undefined;
    return traced('permission', route.pattern, plugin, () =>
      whenReady(this.routeRules.timed(check(request), 'permission', route, endpoint), (verdict) =>
        RestServer.refuses(verdict, request),
      ),
    );
  }

  #write(response: RestResponse, request: RestRequest): MaybePromise<ServedResponse> {
    const told = this.#fired.rest_pre_serve_request.run(false, response, request, this);
    return whenReady(told, (served) => {
      const head = request.method === 'HEAD';
      if (served) return servedOf(response, head ? null : (response.body ?? null));
      if (response.getHeader('Content-Type') === undefined) response.header('Content-Type', JSON_TYPE);
      if (head || response.status === 204 || !(response.isWritten || response.data !== null)) {
        return servedOf(response, null);
      }
      return whenReady(this.#encode(response, request), (text) =>
        servedOf(response, this.#fired.rest_response_body.call(text, response, request)),
      );
    });
  }

  /** What the plugin may whose code registers routes while the generation is built; undefined for any other code. */
  #limitsOfRegistrant(): PluginLimits | undefined {
    const plugin = this.#built ? undefined : runningPlugin();
    return plugin === undefined ? undefined : this.services.limits.get(plugin);
  }

  /** The JSON of an answer: as it was written already, unless somebody has to do with its data. */
  #encode(response: RestResponse, request: RestRequest): MaybePromise<string> {
    const { rest_response_data: adjust, rest_pre_echo_response: echo } = this.#fired;
    const indentOf = () => this.#fired.rest_json_encode_options.call({ indent: 0 }, request).indent;
    const isUnheard = !adjust.concerns(request) && !echo.concerns(request);
    if (isUnheard && response.isWritten && !response.hasLinks) {
      const indent = indentOf();
      return (indent === 0 ? response.json : undefined) ?? JSON.stringify(response.data, null, indent);
    }
    // A trace shows hooks that have nothing to do with the answer, too.
    if (isUnheard && runningSpan() === undefined) {
      const indent = indentOf();
      const { data } = response;
      const links = this.compactLinks(response);
      const kept = indent === 0 ? this.#bodies.textOf(data, links) : undefined;
      return kept ?? toJson(withLinks(data, links), indent);
    }
    const data = whenReady(this.#dataOf(response, request), (given) =>
      echo.isUsed() ? echo.run(given, this, request) : given,
    );
    return whenReady(data, (given) => {
      const indent = indentOf();
      return (indent === 0 ? this.#bodies.textOf(given) : undefined) ?? toJson(given, indent);
    });
  }

  /** The bytes of a body that is the same as before, where they are at hand. They are shared: whoever has them sends them. */
  bytesOf(body: string): Uint8Array | undefined {
    return this.#bodies.bytesOf(body);
  }

  #notice(functionName: string, message: string): void {
    this.hooks.action('doing_it_wrong_run').call(functionName, message, REST_API_VERSION);
    this.log.warn(message);
  }
}

type RequestHooks = ReturnType<typeof requestHooks>;

/** The hooks that are fired for each request, so that they are not looked up for each. */
const requestHooks = (hooks: PluginHooks) => ({
  determine_current_user: hooks.filter('determine_current_user'),
  rest_authentication_errors: hooks.filter('rest_authentication_errors'),
  rest_dispatch_request: hooks.filter('rest_dispatch_request'),
  rest_json_encode_options: hooks.filter('rest_json_encode_options'),
  rest_post_dispatch: hooks.filter('rest_post_dispatch'),
  rest_pre_dispatch: hooks.filter('rest_pre_dispatch'),
  rest_pre_echo_response: hooks.filter('rest_pre_echo_response'),
  rest_pre_serve_request: hooks.filter('rest_pre_serve_request'),
  rest_request_after_callbacks: hooks.filter('rest_request_after_callbacks'),
  rest_request_before_callbacks: hooks.filter('rest_request_before_callbacks'),
  rest_request_parameter_order: hooks.filter('rest_request_parameter_order'),
  rest_requested_fields: hooks.filter('rest_requested_fields'),
  rest_response_body: hooks.filter('rest_response_body'),
  rest_response_data: hooks.filter('rest_response_data'),
  rest_serve_request: hooks.filter('rest_serve_request'),
  rest_served: hooks.filter('rest_served'),
  rest_trace_request: hooks.filter('rest_trace_request'),
  rest_url: hooks.filter('rest_url'),
});

/** Freezes a route with its endpoints and their arguments; the options of a plugin's own stay as they are. */
function freezeRoute(route: Route): void {
  for (const endpoint of route.endpoints) {
    deepFreeze(endpoint.args);
    deepFreeze(endpoint.methods);
    Object.freeze(endpoint);
  }
  Object.freeze(route.endpoints);
  Object.freeze(route.options);
  Object.freeze(route);
}

/** Data with an answer's links in it. */
function withLinks(data: unknown, links: Record<string, unknown[]> | undefined): unknown {
  if (links === undefined || typeof data !== 'object' || data === null) return data;
  // Data of which `_fields` has left nothing is an empty list, which links make an object again.
  return Array.isArray(data) && data.length > 0 ? data : withMembers(data, { _links: links });
}

/** What is sent of an answer, with such a body. */
const servedOf = ({ status, headers }: RestResponse, body: ServedResponse['body']): ServedResponse => ({
  status,
  headers,
  body,
});

/** Brings whatever a handler answered into a response. */
export function toResponse(result: unknown): RestResponse {
  if (isRestResponse(result)) return result;
  if (isRestError(result)) return RestResponse.fromError(result);
  return new RestResponse(result ?? null);
}

const defaultsByEndpoint = new WeakMap<Endpoint, Record<string, unknown>>();

/** The default parameters of an endpoint, worked out once. */
function defaultsOf(endpoint: Endpoint): Record<string, unknown> {
  let defaults = defaultsByEndpoint.get(endpoint);
  if (defaults === undefined) {
    defaults = {};
    for (const [name, argument] of Object.entries(endpoint.args)) {
      if (argument.default !== undefined && argument.default !== null) defaults[name] = argument.default;
    }
    defaultsByEndpoint.set(endpoint, deepFreeze(defaults));
  }
  return defaults;
}

freezeClasses(RestServer, RestRequest, RestResponse, RequestContext);
