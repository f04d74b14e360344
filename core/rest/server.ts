import { fixMembers, freezeClasses } from '../base/freeze.ts';
import type { Logger } from '../base/logger.ts';
import type { PluginHooks } from '../hooks/index.ts';
import { runningPlugin } from '../hooks/owners.ts';
import type { PluginPermissions } from '../services/plugin-permissions.ts';
import type { ServiceToken } from '../services/service-token.ts';
import type { Services } from '../services/services.ts';
import type { Site } from '../site/site.ts';
import { trimAscii } from '../text/index.ts';
import { traced } from '../trace/fire.ts';
import { runningSpan } from '../trace/tracing.ts';
import { type AdditionalField, AdditionalFields } from './additional-fields.ts';
import { AnswerWriter, type ServedResponse } from './answer.ts';
import { checkArguments, sanitizeArguments } from './arguments.ts';
import { authenticate, identify } from './authentication.ts';
import { RequestContext } from './context.ts';
import { isVouched } from './credentials.ts';
import { dispatch, respond } from './dispatch.ts';
import type { Endpoint, EndpointMatch, Route, RouteArgs } from './endpoint.ts';
import type { RestError } from './error.ts';
import { parseQuery } from './query.ts';
import { isRestRequest, RestRequest } from './request.ts';
import { RestResponse } from './response.ts';
import { fullRoute } from './route.ts';
import { setRules } from './route-rules.ts';
import type { RouteMatch } from './route-table.ts';
import { Routes } from './routes.ts';
import { thrownToError } from './thrown.ts';
import { RestUrls } from './urls.ts';
import { ANONYMOUS, isLoggedIn } from './user.ts';

/** The version of the interface's framework (9). */
export const REST_API_VERSION = '2.0';

/** The services of a generation as its server gives them. */
export interface ServerServices {
  /** The service of a token; throws for any other token than the one that the service was provided under. */
  get<T>(user: string, token: ServiceToken<T>): T;
}

/** What internal dispatch takes: a route, a set of query parameters for the index, or a request. */
export type DispatchInput = string | Readonly<Record<string, unknown>> | RestRequest;

/**
 * The server of the interface as plugins have it: routes, dispatch, URLs and answers. One to a generation.
 *
 * ```ts
 * hooks.action('rest_api_init').tap('hello', (server) => {
 *   server.registerRoute('hello/v1', '/greeting', { callback: () => ({ hello: 'world' }), permission_callback: () => true });
 * });
 * ```
 */
export class RestServer {
  readonly site: Site;
  readonly hooks: PluginHooks;
  /** The services of the generation, for code that has the token that a service was provided under. */
  readonly services: ServerServices;
  readonly log: Logger;
  readonly additionalFields: AdditionalFields;
  readonly #services: Services;
  readonly #routes = new Routes();
  readonly #urls: RestUrls;
  readonly #writer: AnswerWriter;
  #initialised = false;
  #built = false;

  constructor(site: Site, hooks: PluginHooks, services: Services, log: Logger) {
    this.site = site;
    this.hooks = hooks;
    this.services = Object.freeze({ get: <T>(user: string, token: ServiceToken<T>) => services.byToken(user, token) });
    this.#services = services;
    this.log = log;
    this.additionalFields = new AdditionalFields((act, required) => {
      if (this.#built) throw new Error(`a plugin ${act} too late; do it in rest_api_init`);
      this.#permissionsOfRegistrant()?.require(act, required);
    });
    setRules(this, this.#routes.rules);
    this.#urls = new RestUrls(site, hooks);
    this.#writer = new AnswerWriter(this);
  }

  /** Fires `init` and `rest_api_init`, then compiles the routes. Run once, by the generation. */
  async init(): Promise<void> {
    // All plugins share these members, so none may replace them.
    fixMembers(this as RestServer, ['site', 'hooks', 'services', 'log', 'additionalFields']);
    await this.hooks.action('init').promise();
    this.#initialised = true;
    await this.hooks.action('rest_api_init').promise(this);
    this.#built = true;
    this.#routes.compile(this.hooks.filter('rest_endpoints').call(this.#routes.registered));
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
    this.registerPattern(pattern, trimAscii(namespace, '/'), args, override);
    return true;
  }

  /**
   * Registers a route by its whole pattern, in a namespace that may be empty; for routes of the interface itself. Throws
   * for a plugin that may not register there.
   */
  registerPattern(pattern: string, namespace: string, args: RouteArgs, override = false): void {
    const isWithin = pattern === `/${namespace}` || pattern.startsWith(`/${namespace}/`);
    // Of a pattern outside of its namespace it cannot be told what it fits.
    this.#permissionsOfRegistrant()?.requireNamespace(isWithin ? namespace : '');
    this.#routes.register(pattern, namespace, args, override, runningPlugin());
  }

  /** Attaches a field to object types (2.2). */
  registerField(objectType: string | readonly string[], attribute: string, field: AdditionalField = {}): void {
    this.additionalFields.register(objectType, attribute, field);
  }

  /** Every registered route by pattern, in order of registration. */
  get routes(): ReadonlyMap<string, Route> {
    return this.#routes.byPattern;
  }

  /** The namespaces that routes were registered under. */
  get namespaces(): string[] {
    return this.#routes.namespaces;
  }

  /** The first route whose whole pattern fits a path, whatever its methods. */
  matchRoute(path: string): RouteMatch | undefined {
    return this.#routes.first(path);
  }

  /** The URL of a path of the interface (4.1), as the request's connection asks for it. */
  restUrl(path = '/', context?: RequestContext, scheme = 'rest'): string {
    return this.#urls.of(path, context, scheme);
  }

  /** The URL prefix after its filter. */
  get urlPrefix(): string {
    return this.#urls.prefix;
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
    const path = this.#urls.pathOf(url, context);
    const request = path === undefined ? false : this.toRequest(path, context);
    return this.hooks.filter('rest_request_from_url').call(request, url);
  }

  /** Answers a request by its route, without the filters of serving (4.3, internal dispatch). */
  async dispatch(input: DispatchInput, context?: RequestContext): Promise<RestResponse> {
    let request: RestRequest | undefined;
    try {
      const prepared = this.#prepare(this.toRequest(input, context));
      prepared.context.withholdCredentials();
      this.dropUnvouchedUser(prepared);
      request = prepared;
      const what = `${prepared.method} ${prepared.route}`;
      return await traced('request', what, undefined, () => dispatch(prepared, this));
    } catch (error) {
      return RestResponse.fromError(this.toError(error, request));
    }
  }

  /** Dispatches and applies `rest_post_dispatch`, as for a request that is embedded or preloaded. */
  async dispatchAndFilter(input: DispatchInput, context?: RequestContext): Promise<RestResponse> {
    const request = this.toRequest(input, context);
    const response = await this.dispatch(request);
    return this.hooks.filter('rest_post_dispatch').promise(response, this, request);
  }

  /**
   * Serves a request that came by HTTP: authentication, dispatch, all filters, and the written body. With
   * `unreadable`, the error of a request that could not be read, that error is what is served. Traced when
   * `rest_trace_request` gives a trace.
   */
  async serve(incoming: RestRequest, unreadable?: RestError): Promise<ServedResponse> {
    const trace = this.hooks.filter('rest_trace_request').call(runningSpan()?.trace ?? null, incoming);
    if (!trace || trace.isRunning) return this.#serve(incoming, unreadable);
    incoming.context.recorder?.markUncacheable('it is traced');
    return trace.run(() => this.#serve(incoming, unreadable));
  }

  async #serve(incoming: RestRequest, unreadable: RestError | undefined): Promise<ServedResponse> {
    let request = this.#prepare(incoming);
    const headers: Record<string, string> = {};
    let response: RestResponse;
    try {
      if (unreadable !== undefined) throw unreadable;
      request = await this.hooks.filter('rest_serve_request').promise(request, this);
      if (request.context !== incoming.context) {
        incoming.context.recorder?.markUncacheable('another request was put in its place');
      }
      const refused = await authenticate(request, headers, this.hooks, this.#services);
      request.withholdCredentials();
      incoming.withholdCredentials();
      const limited = await this.hooks.filter('rest_rate_limit').promise(null, request, headers);
      const refusal = limited ?? refused;
      response = refusal === undefined ? await this.dispatch(request) : RestResponse.fromError(refusal);
    } catch (error) {
      response = RestResponse.fromError(this.toError(error, request));
      request.withholdCredentials();
      incoming.withholdCredentials();
    }
    for (const [name, value] of Object.entries(headers)) response.header(name, value);
    const served = await this.#finish(response, request);
    return this.hooks.filter('rest_served').call(served, incoming);
  }

  /** Whether somebody is signed in by the headers of a request, whose body may be unread as yet. */
  async identifies(request: RestRequest): Promise<boolean> {
    await identify(request, this.hooks, this.#services);
    return isLoggedIn(request.user);
  }

  /** Applies `rest_post_dispatch` to an answer and writes it; where that fails, the failure is written in its place. */
  async #finish(response: RestResponse, request: RestRequest): Promise<ServedResponse> {
    try {
      const filtered = await this.hooks.filter('rest_post_dispatch').promise(response, this, request);
      return await this.#writer.write(filtered, request);
    } catch (error) {
      return this.#writer.write(RestResponse.fromError(this.toError(error, request)), request);
    }
  }

  /** The fields that a request asks for, of those that are available where that is known; null for all of them. */
  requestedFields(request: RestRequest, available: readonly string[] = []): readonly string[] | null {
    const filter = this.hooks.filter('rest_requested_fields');
    return filter.isUsed() ? filter.call(null, request, available) : null;
  }

  /** The data of an answer with its links in it, as `rest_response_data` leaves it. */
  responseToData(response: RestResponse, request: RestRequest): Promise<unknown> {
    return this.#writer.dataOf(response, request);
  }

  /** The data of an answer with its `_links`, as a member of a list. */
  prepareForCollection(response: RestResponse): unknown {
    return this.#writer.withLinks(response);
  }

  /** The error object that stands for anything thrown; what is not one of the interface is logged and hidden. */
  toError(error: unknown, request?: RestRequest): RestError {
    return thrownToError(error, request, this.log, this.site.debug);
  }

  /**
   * Matches a request to its route and endpoint, and gives it the parameters of the path and the defaults.
   * Throws `rest_no_route` or `rest_invalid_handler`.
   */
  match(request: RestRequest): EndpointMatch {
    return this.#routes.match(request);
  }

  /** Checks and sanitizes the arguments of a matched request; answers with the error to send, if any. */
  async checkRequest(request: RestRequest, endpoint: Endpoint): Promise<RestError | undefined> {
    try {
      return (await checkArguments(request, endpoint)) ?? (await sanitizeArguments(request, endpoint));
    } catch (error) {
      return this.toError(error, request);
    }
  }

  /** Makes a request anonymous whose user nobody vouched for, where plugins are held to their capabilities. */
  dropUnvouchedUser({ context }: RestRequest): void {
    if (this.#services.permissions.size > 0 && !isVouched(context.user)) context.user = ANONYMOUS;
  }

  /** Whether the permission check of an endpoint answers exactly true, or there is none; a failing one does not. */
  async isPermitted(request: RestRequest, match: EndpointMatch): Promise<boolean> {
    if (match.endpoint.permission_callback === undefined) return true;
    return this.#routes.rules.run('permission', match, request).then(
      (verdict) => verdict === true,
      () => false,
    );
  }

  /** Runs permission check and callback of a matched request, unless its arguments were in error. */
  respond(request: RestRequest, match: EndpointMatch, invalid?: RestError): Promise<RestResponse> {
    return respond(request, match, invalid, this);
  }

  #prepare(request: RestRequest): RestRequest {
    const filter = this.hooks.filter('rest_request_parameter_order');
    if (filter.isUsed()) request.parameterOrderFilter = (order, of) => filter.call(order, of);
    return request;
  }

  /** What the plugin may whose code registers routes while the generation is built; undefined for any other code. */
  #permissionsOfRegistrant(): PluginPermissions | undefined {
    const plugin = this.#built ? undefined : runningPlugin();
    return plugin === undefined ? undefined : this.#services.permissions.get(plugin);
  }

  #notice(functionName: string, message: string): void {
    this.hooks.action('doing_it_wrong_run').call(functionName, message, REST_API_VERSION);
    this.log.warn(message);
  }
}

freezeClasses(RestServer, RestRequest, RestResponse, RequestContext);
