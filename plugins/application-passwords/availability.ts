import type { HttpInfo } from '../../core/base/index.ts';

const LOCAL = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name is this machine's. */
export const isLocalHost = (name: string): boolean => LOCAL.test(name);

/**
 * Whether a password may travel on a connection: over TLS, or to a local host. Requests that the host
 * dispatches itself do not travel.
 */
export const isSafe = (http: HttpInfo | undefined): boolean =>
  http === undefined || http.tls || isLocalHost(http.serverName);
