import type { HttpContext, Site } from '../../core/index.ts';

/** A cookie of the site; it goes with the browser where it has no end. */
interface SiteCookie {
  readonly name: string;
  readonly value: string;
  readonly expires?: Date | undefined;
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
  { tls, name, value, expires }: { readonly tls: boolean } & SiteCookie,
): string {
  const path = `path=${new URL(site.home).pathname}`;
  const end = expires === undefined ? [] : [`expires=${expires.toUTCString()}`];
  return [
    `${name}=${value}`,
    path,
    ...end,
    'samesite=lax',
    ...(tls || isHttps(site) ? ['secure'] : []),
    'httponly',
  ].join('; ');
}

/** Sets a cookie of the site that scripts cannot read; `Secure` follows from the public address. */
export function setCookie(context: HttpContext, site: Site, { name, value, expires }: SiteCookie): void {
  const secure = context.secure || isHttps(site);
  // The connection to a proxy need not be one over TLS, which the cookies of Koa would insist on.
  if (secure) Object.assign(context.cookies, { secure });
  context.cookies.set(name, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: new URL(site.home).pathname,
    overwrite: true,
    signed: false,
    ...(expires === undefined ? {} : { expires }),
  });
}
