import type { HttpContext, Site } from '../../core/index.ts';

/**
 * The origins that count as the site's own for a request: the configured one and the one that the request was sent to.
 */
const ownOrigins = (context: HttpContext, site: Site): string[] => [
  new URL(site.home).origin,
  `${context.secure ? 'https' : 'http'}://${context.host}`,
];

/**
 * Whether a form was sent from a page of this site. Browsers say so with `Origin` on every POST; a client that sends
 * neither that nor `Sec-Fetch-Site` is no browser, so no site can misuse its cookies.
 */
export function isFromOwnPage(context: HttpContext, site: Site): boolean {
  const origin = context.get('Origin');
  if (origin !== '') return ownOrigins(context, site).includes(origin);
  return context.get('Sec-Fetch-Site') !== 'cross-site';
}

/** The whole address that a `redirect_to` names, if it lies on this site; undefined otherwise. */
export function ownAddress(target: string, context: HttpContext, site: Site): string | undefined {
  const base = `${site.home}/`;
  if (target === '' || !URL.canParse(target, base)) return undefined;
  const url = new URL(target, base);
  const isOwn = /^https?:$/.test(url.protocol) && ownOrigins(context, site).includes(url.origin);
  // In full, so that a path of `//host` cannot lead away.
  return isOwn ? url.href : undefined;
}
