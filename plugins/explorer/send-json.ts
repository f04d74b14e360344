import { createHash } from 'node:crypto';
import type { HttpContext } from '../../core/index.ts';

/** Sends data to the explorer's own page; the answer is 304 when the page has the data already. */
export function sendJson(http: HttpContext, data: unknown, status = 200): void {
  const json = JSON.stringify(data);
  const tag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  http.set('Cache-Control', 'private, no-cache');
  http.set('Vary', 'Cookie');
  http.set('X-Content-Type-Options', 'nosniff');
  http.set('Cross-Origin-Resource-Policy', 'same-origin');
  http.set('ETag', tag);
  http.status = status === 200 && http.get('If-None-Match') === tag ? 304 : status;
  if (http.status === 304) return;
  http.type = 'application/json';
  http.body = json;
}
