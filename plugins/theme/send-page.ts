import type { HttpContext, ServedResponse } from '../../core/index.ts';
import type { ServedPage } from '../../core/rest/index.ts';
import type { ThemeDependencies } from './dependencies.ts';
import type { PageAnswer } from './hooks.ts';

/** No script runs in a page unless a plugin allows it; inline styles are allowed, since blocks use them. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  'img-src * data:',
  'media-src *',
  "frame-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The headers of every page, before `cms_headers`. */
export const securityHeaders = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Sends a page, through `page_served`. */
export function sendPage(
  http: HttpContext,
  { status = 200, headers = {}, type, body }: PageAnswer,
  page: ServedPage,
  { hooks }: Pick<ThemeDependencies, 'hooks'>,
): void {
  const isKnown = page.context !== undefined && page.context.user.id !== 0;
  const whole: ServedResponse = {
    status,
    headers: {
      'Content-Type': type ?? 'text/html; charset=UTF-8',
      'Cache-Control': isKnown ? 'private, no-store' : 'no-cache',
      Vary: 'Cookie',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body,
  };
  const served = hooks.filter('page_served').call(whole, page);
  http.status = served.status;
  for (const [name, value] of Object.entries(served.headers)) http.set(name, value);
  http.body = served.body;
}
