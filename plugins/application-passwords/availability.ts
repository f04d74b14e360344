import type { HttpInfo } from '../../core/base/index.ts';
import type { Site } from '../../core/index.ts';
import { isLocalSite } from '../../core/rest/index.ts';

const LOCAL = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name is this machine's. */
export const isLocalHost = (name: string): boolean => LOCAL.test(name);

/**
 * Whether a password may travel on a connection: over TLS, or to a site of this machine by a name of this machine.
 * Requests that the host dispatches itself do not travel.
 */
export const isSafe = (http: HttpInfo | undefined, site: Site): boolean =>
  http === undefined || http.tls || (isLocalSite(site) && isLocalHost(http.serverName));
