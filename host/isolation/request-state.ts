import type { RestRequest } from '../../core/index.ts';
import type { RequestState } from './crossing.ts';

/** Headers that prove who a client is. */
const CREDENTIAL_HEADER = /^(?:authorization|proxy-authorization|cookie|x-[\w-]*nonce)$/;

/** Parameters that hold a password or the like. */
const CREDENTIAL = /pass(?:word|phrase)?$|^(?:pwd|otp)$|secret|token|nonce$/i;

const withoutCredentials = (params: object): object =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !CREDENTIAL.test(name)));

/** Who the state of a request is for. */
export interface RequestReader {
  readonly plugin: string;
  /** Whether it may see what proves who a client is. */
  readonly seesCredentials: boolean;
}

/**
 * The state of a request as an isolated plugin gets it. Headers that prove who a client is are left out for plugins
 * without `authentication`, and so are the body and passwords of requests to routes of others.
 */
export function requestState(
  request: RestRequest,
  { plugin, seesCredentials }: RequestReader,
  call: number,
): RequestState {
  const { method, route, headers, body, bodyPath, files, user, context } = request;
  const { http } = context;
  const isOwn = seesCredentials || route.startsWith(`/${plugin}/`);
  const params = (source: 'query' | 'body' | 'url' | 'defaults'): object => {
    const all = { ...request.paramsOf(source) };
    return isOwn ? all : withoutCredentials(all);
  };
  return {
    method,
    route,
    headers: [...headers].filter(([name]) => seesCredentials || !CREDENTIAL_HEADER.test(name)),
    body: isOwn ? body : undefined,
    bodyPath: isOwn ? bodyPath : undefined,
    files: isOwn ? files : {},
    params: { query: params('query'), body: params('body'), url: params('url'), defaults: params('defaults') },
    user: user.id,
    http: http && { tls: http.tls, serverName: http.serverName, remoteAddress: http.remoteAddress },
    call,
  };
}
