import type { MiddlewareContext } from '../../core/rest/index.ts';

/** Whether the header `If-None-Match` names an entity tag (RFC 9110, 13.1.2). */
export function matchesTag(header: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  if (header === tag || header.trim() === '*') return true;
  for (const [one] of header.matchAll(/"[^"]*"/g)) if (one === tag) return true;
  return false;
}

/** The headers that describe a body, which an answer without one does not bear (RFC 9110, 15.4.5). */
const OF_BODY = [
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Language',
  'Content-Range',
  'Last-Modified',
];

/** Whether a header of an answer describes its body. */
export const describesBody = (name: string): boolean => OF_BODY.some((one) => one.toLowerCase() === name.toLowerCase());

/** Turns an answer into a 304 if the client has the answer of this tag. */
export function answerUnchanged(context: MiddlewareContext, tag: string | undefined): void {
  const tags = context.get('If-None-Match');
  if (tags === '' || !matchesTag(tags, tag)) return;
  context.status = 304;
  for (const name of OF_BODY) context.remove(name);
}
