import {
  isRestError,
  isRestRequest,
  isRestResponse,
  RequestContext,
  RestError,
  RestRequest,
  RestResponse,
} from '../../core/index.ts';
import { describeThrown } from './codec.ts';

/** A value between host and compartment: its kind and its state. */
export type Crossing =
  | readonly ['data', unknown]
  | readonly ['request', RequestState]
  | readonly ['response', ResponseState]
  | readonly ['error', ErrorState]
  | readonly ['server'];

/** The state of a request; `call` is the number of the call that it belongs to. */
export interface RequestState {
  readonly method: string;
  readonly route: string;
  readonly headers: readonly [string, string][];
  readonly body: string | Uint8Array | undefined;
  readonly bodyPath: string | undefined;
  readonly files: unknown;
  readonly params: Readonly<Record<'query' | 'body' | 'url' | 'defaults', object>>;
  readonly user: number;
  readonly http: { readonly tls: boolean; readonly serverName: string; readonly remoteAddress: string } | undefined;
  readonly call: number;
}

/** The state of a response, or its changed parts. */
export interface ResponseState {
  readonly data?: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly links?: readonly (readonly [string, readonly object[]])[];
}

export interface ErrorState {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** The code of a `RestError`. */
  readonly code?: string;
  readonly data?: unknown;
  readonly additionalData?: unknown[];
  readonly additionalErrors?: readonly ErrorState[];
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const responseState = ({ data, status, headers, links }: RestResponse): Required<ResponseState> => ({
  data,
  status,
  headers,
  links: [...links],
});

/** The parts of a response that differ from an earlier state; undefined if none does. */
function changesSince(before: string, response: RestResponse): ResponseState | undefined {
  const earlier = JSON.parse(before) as Record<string, unknown>;
  const changed = Object.entries(responseState(response)).filter(
    ([part, value]) => JSON.stringify(value) !== JSON.stringify(earlier[part]),
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** Stores the state of a response; the returned function gives what has changed since. */
export function watchResponse(response: RestResponse): () => Crossing {
  const before = JSON.stringify(responseState(response));
  return () => {
    const changes = changesSince(before, response);
    return changes === undefined ? ['data', undefined] : ['response', changes];
  };
}

/** Throws unless a response can be sent as it is. */
function checkResponse({ status, headers, links }: ResponseState): void {
  const isBroken =
    (status !== undefined && !(Number.isInteger(status) && status >= 100 && status <= 599)) ||
    (links !== undefined && !Array.isArray(links)) ||
    Object.entries(headers ?? {}).some(
      ([name, value]) => !HEADER_NAME.test(name) || typeof value !== 'string' || !HEADER_VALUE.test(value),
    );
  if (isBroken)
    throw new TypeError('an isolated plugin has answered with a status, header or link that cannot be sent');
}

/** Sets the parts of a response that a state holds. */
export function applyResponse(response: RestResponse, state: ResponseState): RestResponse {
  checkResponse(state);
  const { data, status, headers, links } = state;
  if (data !== undefined) response.data = data;
  if (status !== undefined) response.status = status;
  if (headers !== undefined) response.headers = { ...headers };
  if (links !== undefined) {
    response.links.clear();
    for (const [relation, list] of links) response.links.set(String(relation), list as never);
  }
  return response;
}

/** What crosses of a thrown value of any kind. */
export function errorState(error: unknown): ErrorState {
  const described = describeThrown(error);
  try {
    if (!isRestError(error)) return described;
    const { code, data, additionalData, additionalErrors } = error;
    const { message } = described;
    return {
      name: 'RestError',
      message,
      code,
      data,
      additionalData,
      additionalErrors: additionalErrors?.map(errorState),
    };
  } catch {
    return described;
  }
}

/** The error of a state that a compartment has sent, whatever it holds. */
export function errorOf(state: ErrorState): Error {
  const { name, message, stack, code, data, additionalData, additionalErrors } = (state ?? {}) as ErrorState;
  const { message: text } = describeThrown(typeof message === 'string' ? message : 'an error without a message');
  if (typeof code !== 'string')
    return Object.assign(new Error(text), { name: String(name), stack: String(stack ?? text) });
  const isData = typeof data === 'object' && data !== null && !Array.isArray(data);
  const error = new RestError(code, text, isData ? (data as never) : null);
  if (Array.isArray(additionalData)) error.additionalData = additionalData;
  if (Array.isArray(additionalErrors)) error.additionalErrors = additionalErrors.map(errorOf) as RestError[];
  return error;
}

/** Makes a crossing of a value; `requestState` makes that of a request. */
export function toCrossing(value: unknown, requestState?: (request: RestRequest) => RequestState): Crossing {
  if (isRestError(value)) return ['error', errorState(value)];
  if (isRestResponse(value)) return ['response', responseState(value)];
  if (requestState !== undefined && isRestRequest(value)) return ['request', requestState(value)];
  return ['data', value];
}

/** How a request in a compartment asks the host about its user and its cookies. */
export interface RequestLink {
  can(call: number, args: readonly unknown[]): boolean;
  cookie(call: number, name: string): string | undefined;
}

/** Makes a value of a crossing; undefined for a server, for a request without a link, and for what is no crossing. */
export function fromCrossing(crossing: Crossing, link?: RequestLink): unknown {
  if (!Array.isArray(crossing)) return undefined;
  const [kind, state] = crossing as unknown as readonly [string, never];
  switch (kind) {
    case 'data':
      return state;
    case 'error':
      return errorOf(state);
    case 'response':
      return applyResponse(new RestResponse(), state ?? {});
    case 'request':
      return link === undefined ? undefined : requestOf(state, link);
    default:
      return undefined;
  }
}

function requestOf(state: RequestState, link: RequestLink): RestRequest {
  const { method, route, body, bodyPath, params, call, http } = state;
  const context = new RequestContext({
    user: { id: state.user, can: (...args: unknown[]) => link.can(call, args) },
    ...(http === undefined ? {} : { http: { ...http, cookie: (name: string) => link.cookie(call, name) } }),
  });
  const request = new RestRequest(method, route, {
    headers: Object.fromEntries(state.headers),
    query: params.query,
    form: params.body,
    body,
    bodyPath,
    files: state.files as never,
    context,
  });
  request.setParams('url', params.url);
  request.setParams('defaults', params.defaults);
  return request;
}
