import type { HttpContext, Site } from '../../core/index.ts';

/** A cookie of the site; it goes with the browser where it has no end. */
export interface SiteCookie {
  readonly name: string;
  readonly value: string;
  readonly expires?: Date | undefined;
  /** Where it is sent to, in place of the site's whole address. */
  readonly path?: string | undefined;
  readonly domain?: string | undefined;
}

const isHttps = ({ home }: Site): boolean => home.startsWith('https:');

/**
 * The name of a cookie of the site. Over TLS, browsers take cookies of such names from the site alone, not from its
 * neighbours under one domain or from a connection without TLS; a site in a folder cannot have the stricter one.
 */
export function cookieNameOf(site: Site, name: string): string {
  if (!isHttps(site)) return name;
  return new URL(site.home).pathname === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/** The header by which an answer of the interface sets a cookie of the site, as `setCookie` does for a page. */
export function cookieHeader(
  site: Site,
  { tls, name, value, expires, path, domain }: { readonly tls: boolean } & SiteCookie,
): string {
  const end = expires === undefined ? [] : [`expires=${expires.toUTCString()}`];
  return [
    `${name}=${value}`,
    `path=${path ?? new URL(site.home).pathname}`,
    ...(domain === undefined ? [] : [`domain=${domain}`]),
    ...end,
    'samesite=lax',
    ...(tls || isHttps(site) ? ['secure'] : []),
    'httponly',
  ].join('; ');
}

/** Sets a cookie of the site that scripts cannot read; `Secure` follows from the public address. */
export function setCookie(context: HttpContext, site: Site, { name, value, expires, path, domain }: SiteCookie): void {
  const secure = context.secure || isHttps(site);
  // The connection to a proxy need not be one over TLS, which the cookies of Koa would insist on.
  if (secure) Object.assign(context.cookies, { secure });
  context.cookies.set(name, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: path ?? new URL(site.home).pathname,
    // One name may be set for several paths.
    overwrite: path === undefined,
    signed: false,
    ...(domain === undefined ? {} : { domain }),
    ...(expires === undefined ? {} : { expires }),
  });
}
