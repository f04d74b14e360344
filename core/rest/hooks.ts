import { action, asyncAction, asyncFilter, filter } from '../hooks/declare.ts';
import { anyValue } from '../hooks/value.ts';
import type { Trace } from '../trace/trace.ts';
import type { ServedResponse } from './answer.ts';
import type { RequestContext } from './context.ts';
import type { Endpoint, Route } from './endpoint.ts';
import type { RestError } from './error.ts';
import type { HttpApplication, HttpRouter } from './http.ts';
import type { Curie } from './links.ts';
import type { ParamSource, RestRequest } from './request.ts';
import type { RestResponse } from './response.ts';
import type { RestServer } from './server.ts';
import * as must from './values.ts';

/** How the JSON of an answer is written. */
export interface JsonEncodeOptions {
  /** Spaces of indentation; 0 for none. */
  readonly indent: number;
}

/** A page outside the interface that is being served. */
export interface ServedPage {
  /** The page's own address. */
  readonly url: string;
  /** The connection that asks for it, by which addresses of the interface are made. */
  readonly context?: RequestContext;
  /** What it shows: its title, and its item if it is the page of one; known to pages of a theme. */
  readonly view?: PageView;
}

/** What a page shows; the plugin that serves pages adds the members. */
// biome-ignore lint/suspicious/noEmptyInterface: plugins add to it.
export interface PageView {}

/**
 * The stage of `rest_api_init` at which resources register their routes: late, so that the fields which other plugins
 * attach in it are arguments of those routes too.
 */
export const RESOURCE_ROUTES = 99;

/** How long a tap may take of those by which a host gets ready, in milliseconds. */
const BUILDING_TIMEOUT = 60_000;

/** The hooks that the runtime itself fires, in the order of a request's life. */
export const restHooks = {
  init: asyncAction<[]>({
    params: [],
    meaning: 'Fires once when a generation is built, before the server: content types and the like register here.',
    decides: true,
    timeout: BUILDING_TIMEOUT,
    building: true,
  }),
  cms_rest_server_class: filter<[className: typeof RestServer]>({
    params: ['class_name'],
    requiredPermissions: ['authentication', 'routes:*'],
    meaning: 'Puts a subclass of the server in its place.',
    section: '6',
  }),
  rest_api_init: asyncAction<[server: RestServer]>({
    params: ['server'],
    meaning: 'Fires once when the server is created; routes are registered here.',
    section: '6',
    decides: true,
    timeout: BUILDING_TIMEOUT,
    building: true,
  }),
  rest_endpoints: filter<[endpoints: Record<string, Route>]>({
    params: ['endpoints'],
    requiredPermissions: 'routes:*',
    meaning: 'Adjusts the registered routes, by pattern, before they are compiled.',
    section: '4.2',
    value: must.beRoutes,
    decides: true,
    building: true,
  }),
  rest_url_prefix: filter<[prefix: string]>({
    params: ['prefix'],
    requiredPermissions: 'routes:*',
    meaning: 'Adjusts the URL prefix of the interface.',
    section: '4.1',
  }),
  rest_url: filter<[url: string, path: string, blogId: number | null, scheme: string]>({
    params: ['url', 'path', 'blog_id', 'scheme'],
    requiredPermissions: 'routes:*',
    meaning: 'Adjusts a built URL of the interface.',
    section: '4.1',
  }),
  rest_request_from_url: filter<[request: RestRequest | false, url: string]>({
    params: ['request', 'url'],
    requiredPermissions: 'routes:*',
    meaning: 'Adjusts the request that a URL of the interface was turned into.',
    value: must.beRequestOrFalse,
  }),
  rest_request_parameter_order: filter<[order: ParamSource[], request: RestRequest]>({
    params: ['order', 'request'],
    requiredPermissions: 'authentication',
    meaning: 'Adjusts the order in which the sources of parameters are searched.',
    section: '4.5',
    value: must.beSources,
  }),
  rest_trace_request: filter<[trace: Trace | null, request: RestRequest]>({
    params: ['trace', 'request'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning: 'Says in which record the life of a request that came by HTTP is traced; null for none.',
  }),
  rest_serve_request: asyncFilter<[request: RestRequest, server: RestServer]>({
    params: ['request', 'server'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning:
      'Adjusts a request that came by HTTP before anything else looks at it; may refuse it with an error object.',
    decides: true,
  }),
  determine_current_user: asyncFilter<[userId: number | false, request: RestRequest]>({
    params: ['user_id', 'request'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning: 'Finds the id of the user who makes a request, or false.',
    section: '5',
    decides: true,
    value: must.beUserId,
  }),
  rest_authentication_errors: asyncFilter<
    [errors: RestError | true | null, request: RestRequest, response: Record<string, string>]
  >({
    params: ['errors', 'request', 'headers'],
    inner: false,
    requiredPermissions: 'authentication',
    meaning:
      'Decides whether authentication holds: an error object refuses, true confirms, null leaves it open. Headers set on the last parameter go out with the answer.',
    section: '5',
    decides: true,
    value: must.beVerdict,
  }),
  rest_rate_limit: asyncFilter<[refusal: RestError | null, request: RestRequest, headers: Record<string, string>]>({
    params: ['refusal', 'request', 'headers'],
    requiredPermissions: 'requests',
    meaning:
      'Refuses a client that asks too often, by an error object. It is known who asks, also where that failed; answers of the cache are given before. Headers set on the last parameter go out with the answer.',
    inner: false,
    decides: true,
    value: must.beErrorOrNull,
  }),
  rest_pre_dispatch: asyncFilter<[result: unknown, server: RestServer, request: RestRequest]>({
    params: ['result', 'server', 'request'],
    requiredPermissions: 'routes:*',
    meaning: 'Answers a request in place of its route. Null, false, 0, an empty text and an empty list are no answer.',
    section: '6',
    decides: true,
    value: anyValue,
  }),
  rest_requested_fields: filter<[fields: readonly string[] | null, request: RestRequest, available: readonly string[]]>(
    {
      params: ['fields', 'request', 'available'],
      requiredPermissions: 'requests',
      meaning:
        'Says which fields a request asks for, so that no other is worked out; null for all. The last parameter names those that the resource has, as far as it is known.',
      section: '4.3',
      value: must.beNamesOrNull,
    },
  ),
  rest_request_before_callbacks: asyncFilter<
    [response: RestResponse | RestError | null, handler: Endpoint, request: RestRequest]
  >({
    params: ['response', 'handler', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Fires before the permission check; an error object ends the request.',
    decides: true,
    value: must.beAnswerOrNull,
  }),
  rest_dispatch_request: asyncFilter<[result: unknown, request: RestRequest, route: string, handler: Endpoint]>({
    params: ['result', 'request', 'route', 'handler'],
    requiredPermissions: 'routes:*',
    meaning: 'Runs in place of the callback: anything but null is its result.',
    decides: true,
    value: anyValue,
  }),
  rest_request_after_callbacks: asyncFilter<[response: unknown, handler: Endpoint, request: RestRequest]>({
    params: ['response', 'handler', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts what the permission check or the callback answered.',
    value: anyValue,
  }),
  rest_post_dispatch: asyncFilter<[response: RestResponse, server: RestServer, request: RestRequest]>({
    params: ['response', 'server', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts an answer before it is sent or embedded.',
    section: '6',
  }),
  rest_response_data: asyncFilter<[data: unknown, response: RestResponse, request: RestRequest, server: RestServer]>({
    params: ['data', 'response', 'request', 'server'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the data of an answer once its links are in it; embedding happens here.',
    value: anyValue,
  }),
  rest_pre_serve_request: asyncFilter<
    [served: boolean, result: RestResponse, request: RestRequest, server: RestServer]
  >({
    params: ['served', 'result', 'request', 'server'],
    inner: false,
    requiredPermissions: 'requests',
    meaning: 'Fires before an answer is written; true says that the body of the response is already set.',
    section: '6',
  }),
  rest_pre_echo_response: asyncFilter<[data: unknown, server: RestServer, request: RestRequest]>({
    params: ['result', 'server', 'request'],
    inner: false,
    requiredPermissions: 'requests',
    meaning: 'Adjusts the data that is about to be written as JSON.',
    value: anyValue,
  }),
  rest_json_encode_options: filter<[options: JsonEncodeOptions, request: RestRequest]>({
    params: ['options', 'request'],
    inner: false,
    requiredPermissions: 'requests',
    meaning: 'Adjusts how the JSON of an answer is written.',
  }),
  rest_response_body: filter<[body: string, response: RestResponse, request: RestRequest]>({
    params: ['body', 'response', 'request'],
    inner: false,
    requiredPermissions: 'requests',
    meaning: 'Adjusts the written JSON of an answer.',
  }),
  rest_served: filter<[served: ServedResponse, request: RestRequest]>({
    params: ['served', 'request'],
    inner: false,
    requiredPermissions: 'requests',
    meaning: 'Adjusts an answer that is written and about to go out, its body included.',
  }),
  rest_response_link_curies: filter<[curies: Curie[]]>({
    params: ['curies'],
    meaning: 'Adjusts the short prefixes of link relations.',
  }),
  rest_queried_resource_route: filter<[route: string]>({
    params: ['route'],
    meaning: 'Adjusts the route of the resource that a served page shows.',
  }),
  deprecated_function_run: action<
    [functionName: string, replacement: string, version: string, request: RestRequest | undefined]
  >({
    params: ['function_name', 'replacement', 'version', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Fires when something deprecated is used.',
    section: '4.3',
  }),
  deprecated_argument_run: action<
    [functionName: string, message: string, version: string, request: RestRequest | undefined]
  >({
    params: ['function_name', 'message', 'version', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Fires when a deprecated argument is used.',
    section: '4.3',
  }),
  doing_it_wrong_run: action<[functionName: string, message: string, version: string]>({
    params: ['function_name', 'message', 'version'],
    meaning: 'Fires when a plugin breaks a rule of the interface, such as registering a route too early.',
    section: '4.4',
  }),
  cms_head: asyncFilter<[markup: string, page: ServedPage]>({
    params: ['markup', 'page'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Adds markup to the head of a served page; `page.view` says what it shows.',
    section: '4.3',
  }),
  cms_headers: filter<[headers: Readonly<Record<string, string>>, page: ServedPage]>({
    params: ['headers', 'page'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Adjusts the headers of a served page.',
    section: '4.3',
  }),
  page_served: filter<[served: ServedResponse, page: ServedPage]>({
    params: ['served', 'page'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Adjusts a page outside the interface that is written and about to go out.',
  }),
  http_app: action<[app: HttpApplication]>({
    params: ['app'],
    inner: false,
    requiredPermissions: 'http',
    meaning:
      'Fires when the Koa application of a generation is made; its middleware are those that taps add, in the order of the taps.',
    decides: true,
  }),
  http_routes: action<[router: HttpRouter]>({
    params: ['router'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Fires when that application is made; pages and files outside the interface register here.',
  }),
};

type RestHooks = typeof restHooks;

declare module '../hooks/catalogue.ts' {
  interface HookCatalogue extends RestHooks {}
}
