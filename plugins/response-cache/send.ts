import type { MiddlewareContext } from '../../core/rest/index.ts';
import type { CachedAnswer } from './answer.ts';
import { matchesTag } from './conditional.ts';

/** Sends a cached answer, or 304 where the client has it. */
export function send(context: MiddlewareContext, { status, headers, unchanged, body, tag }: CachedAnswer): void {
  const tags = context.req!.headers['if-none-match'];
  const isKnown = tags !== undefined && matchesTag(tags, tag);
  context.status = isKnown ? 304 : status;
  for (const [name, value] of isKnown ? unchanged : headers) context.set(name, value);
  if (!isKnown && body !== undefined) context.body = body;
}
