import { createHash } from 'node:crypto';
import type { ServedResponse } from '../../core/index.ts';

/** The headers that describe a body; an answer without one does not bear them. */
const OF_BODY = /^(?:content-(?:type|length|encoding|language|range)|last-modified)$/i;

/** A strong entity tag: of all that an answer says. */
export function tagOf({ status, headers, body }: ServedResponse): string {
  const hash = createHash('sha1').update(`${status}${JSON.stringify(headers)}`);
  if (typeof body === 'string') hash.update(body);
  return `"${hash.digest('base64url')}"`;
}

/** Whether the header `If-None-Match` names an entity tag (RFC 9110, 13.1.2). */
export function matchesTag(header: string, tag: string): boolean {
  if (header === tag || header.trim() === '*') return true;
  for (const [one] of header.matchAll(/"[^"]*"/g)) if (one === tag) return true;
  return false;
}

/** The headers of an answer that says that nothing has changed (RFC 9110, 15.4.5). */
export const unchangedHeaders = (headers: ServedResponse['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_BODY.test(name)));

/** The answer that says that nothing has changed since an answer was given. */
export const notModified = ({ headers }: ServedResponse): ServedResponse => ({
  status: 304,
  headers: unchangedHeaders(headers),
  body: null,
});
