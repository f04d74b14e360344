import { reasonOf } from '../../core/base/index.ts';
import {
  isRestError,
  isRestRequest,
  isRestResponse,
  RequestContext,
  RestError,
  RestRequest,
  RestResponse,
  RestServer,
} from '../../core/index.ts';

/** A value as it is posted between host and worker: its kind and its state. */
export type Crossing =
  | readonly ['data', unknown]
  | readonly ['request', RequestState]
  | readonly ['response', ResponseState]
  | readonly ['error', ErrorState]
  | readonly ['server'];

/** The state of a request; `call` is the number of the call that it belongs to. */
interface RequestState {
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
interface ResponseState {
  readonly data?: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly links?: readonly (readonly [string, readonly object[]])[];
}

interface ErrorState {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** The code of a `RestError`. */
  readonly code?: string;
  readonly data?: unknown;
  readonly additionalData?: unknown[];
  readonly additionalErrors?: readonly ErrorState[];
}

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

/** Sets the parts of a response that a state holds. */
export function applyResponse(response: RestResponse, { data, status, headers, links }: ResponseState): RestResponse {
  if (data !== undefined) response.data = data;
  if (status !== undefined) response.status = status;
  if (headers !== undefined) response.headers = { ...headers };
  if (links !== undefined) {
    response.links.clear();
    for (const [relation, list] of links) response.links.set(relation, list as never);
  }
  return response;
}

export function errorState(error: unknown): ErrorState {
  if (isRestError(error)) {
    const { code, message, data, additionalData, additionalErrors } = error;
    return {
      name: 'RestError',
      message,
      code,
      data,
      additionalData,
      additionalErrors: additionalErrors?.map(errorState),
    };
  }
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack };
  return { name: 'Error', message: reasonOf(error) };
}

export function errorOf(state: ErrorState): Error {
  if (state.code !== undefined) {
    const error = new RestError(state.code, state.message, state.data as never);
    if (state.additionalData !== undefined) error.additionalData = state.additionalData;
    if (state.additionalErrors !== undefined)
      error.additionalErrors = state.additionalErrors.map(errorOf) as RestError[];
    return error;
  }
  return Object.assign(new Error(state.message), { name: state.name, stack: state.stack ?? state.message });
}

/** Makes a crossing of a value; `call` is the number of the call that a request belongs to. */
export function toCrossing(value: unknown, call = 0): Crossing {
  if (isRestError(value)) return ['error', errorState(value)];
  if (isRestResponse(value)) return ['response', responseState(value)];
  if (value instanceof RestServer) return ['server'];
  if (!isRestRequest(value)) return ['data', value];
  const { method, route, headers, body, bodyPath, files, user, context } = value;
  const { http } = context;
  return [
    'request',
    {
      method,
      route,
      headers: [...headers],
      body,
      bodyPath,
      files,
      params: {
        query: { ...value.paramsOf('query') },
        body: { ...value.paramsOf('body') },
        url: { ...value.paramsOf('url') },
        defaults: { ...value.paramsOf('defaults') },
      },
      user: user.id,
      http: http && { tls: http.tls, serverName: http.serverName, remoteAddress: http.remoteAddress },
      call,
    },
  ];
}

/** How a request in a worker asks the host about its user and its cookies. */
export interface RequestLink {
  can(call: number, args: readonly unknown[]): boolean;
  cookie(call: number, name: string): string | undefined;
}

/** Makes a value of a crossing; undefined for a server, and for a request without a link. */
export function fromCrossing([kind, state]: Crossing, link?: RequestLink): unknown {
  switch (kind) {
    case 'data':
      return state;
    case 'error':
      return errorOf(state);
    case 'response':
      return applyResponse(new RestResponse(), state);
    case 'request':
      return link === undefined ? undefined : requestOf(state, link);
    case 'server':
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

/** Copies a value without what cannot be posted: functions are left out, and objects of classes become plain objects. */
export function plainCopy(value: unknown, seen = new Map<object, unknown>()): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date || ArrayBuffer.isView(value)) return value;
  if (seen.has(value)) return seen.get(value);
  if (value instanceof Map) return new Map([...value].map(([key, member]) => [key, plainCopy(member, seen)]));
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  seen.set(value, copy);
  for (const [key, member] of Object.entries(value)) {
    const shown = { value: plainCopy(member, seen), enumerable: true, writable: true, configurable: true };
    Object.defineProperty(copy, key, shown);
  }
  return copy;
}

/** Posts a message; if it cannot be cloned, a plain copy of it. */
export function post(port: { postMessage(message: unknown): void }, message: unknown): void {
  try {
    port.postMessage(message);
  } catch (error) {
    if ((error as Error).name !== 'DataCloneError') throw error;
    port.postMessage(plainCopy(message));
  }
}
