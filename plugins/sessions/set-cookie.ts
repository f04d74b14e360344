import type { HttpContext, Site } from '../../core/index.ts';

const isHttps = ({ home }: Site): boolean => home.startsWith('https:');

/**
 * The name of a cookie of the site. Over TLS, browsers take cookies of such names from the site alone, not from its
 * neighbours under one domain or from a connection without TLS; a site in a folder cannot have the stricter one.
 */
export function cookieNameOf(site: Site, name: string): string {
  if (!isHttps(site)) return name;
  return new URL(site.home).pathname === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/** Sets a cookie of the site that scripts cannot read; `Secure` follows from the public address. */
export function setCookie(
  context: HttpContext,
  site: Site,
  { name, value, expires }: { readonly name: string; readonly value: string; readonly expires?: Date | undefined },
): void {
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
