import type { MaybePromise } from '../base/maybe-promise.ts';
import type { ArgumentSchema } from '../schema/index.ts';
import type { ErrorDeclarations } from './error.ts';
import type { RestRequest } from './request.ts';

/** Checks a value; anything but false and an error object passes. */
export type ValidateCallback = (value: unknown, request: RestRequest, name: string) => unknown;

/** Cleans a value; an error object makes the parameter invalid. */
export type SanitizeCallback = (value: unknown, request: RestRequest, name: string) => unknown;

/** An argument of an endpoint: its schema and, if it wants, checks of its own (4.5). */
export interface EndpointArgument extends Omit<ArgumentSchema, 'required'> {
  readonly required?: boolean;
  readonly default?: unknown;
  /** Runs on the value that a request resolves to, before anything is sanitized. */
  readonly validate_callback?: ValidateCallback | null;
  /** Runs on the value of every source. Given, even as null, it turns the schema's own check off. */
  readonly sanitize_callback?: SanitizeCallback | null;
}

/** Arguments by name. */
export type EndpointArguments = Readonly<Record<string, EndpointArgument>>;

/** Answers a request with a response, an error object, or plain data. May also throw an error object. */
export type EndpointCallback = (request: RestRequest) => MaybePromise<unknown>;

/** Decides whether a request may run. False, null and error objects refuse; `Allow` wants exactly true. */
export type PermissionCallback = (request: RestRequest) => MaybePromise<unknown>;

/** One endpoint group as it is registered (2.4). */
export interface EndpointGroup {
  /** `GET` when left out; several as a list or `'GET, POST'`. */
  readonly methods?: string | readonly string[];
  readonly callback?: EndpointCallback | null;
  readonly args?: EndpointArguments;
  readonly permission_callback?: PermissionCallback;
  /** Whether the index names it; true when left out. */
  readonly show_in_index?: boolean;
  /** Whether a batch may hold it: `{ v1: true }`. */
  readonly allow_batch?: Readonly<Record<string, boolean>>;
  /** How long its callbacks may take, in milliseconds; 0 for as long as they like; as long as all when left out. */
  readonly timeout?: number;
  /** Whether clients are to move away from it. */
  readonly deprecated?: boolean;
  /** Errors that it answers with on purpose, and whose status would not be expected: documents tell of them. */
  readonly errors?: ErrorDeclarations;
}

/** What stands beside a route's endpoint groups. */
export interface RouteOptions {
  /** Arguments common to all groups; a group's own win. */
  readonly args?: EndpointArguments;
  /** Makes the schema of the route's resource, as OPTIONS shows it. */
  readonly schema?: () => object;
  /**
   * What its GET answers with, where that does not show: a list of the resource, a map of resources by name, or false
   * for one of them.
   */
  readonly collection?: 'list' | 'map' | false;
  readonly allow_batch?: Readonly<Record<string, boolean>>;
  readonly [option: string]: unknown;
}

/** What `registerRoute` takes: one group, a list, or a map of numbered groups and route options. */
export type RouteArgs =
  | EndpointGroup
  | readonly EndpointGroup[]
  | (RouteOptions & { readonly [group: number]: EndpointGroup });

/** A registered endpoint, normalised. */
export interface Endpoint extends EndpointGroup {
  /** Upper case, in the order given. */
  readonly methods: readonly string[];
  readonly callback: EndpointCallback | null;
  readonly args: EndpointArguments;
  readonly show_in_index: boolean;
  /** The plugin that registered it; undefined where that is not known. */
  readonly plugin?: string | undefined;
}

/** A registered route: its pattern, namespace, endpoints and options. */
export interface Route {
  readonly pattern: string;
  readonly namespace: string;
  readonly endpoints: readonly Endpoint[];
  readonly options: RouteOptions;
}

/** The route and endpoint that a request was matched to. */
export interface EndpointMatch {
  readonly route: Route;
  readonly endpoint: Endpoint;
}
