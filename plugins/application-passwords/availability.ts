import type { HttpInfo } from '../../core/base/index.ts';
import type { Site } from '../../core/index.ts';
import { isLocalSite } from '../../core/rest/index.ts';

const LOCAL = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name is this machine's. */
export const isLocalHost = (name: string): boolean => LOCAL.test(name);

/**
 * Whether a password may travel on a connection: over TLS, or to a site of this machine by a name of this machine. A
 * WordPress says itself whether it is one. Requests that the host dispatches itself do not travel.
 */
export function isSafe(http: HttpInfo | undefined, site: Site): boolean {
  if (http === undefined || http.tls) return true;
  if (site.wordpress !== undefined) return site.wordpress.constants.WP_ENVIRONMENT_TYPE === 'local';
  return isLocalSite(site) && isLocalHost(http.serverName);
}
