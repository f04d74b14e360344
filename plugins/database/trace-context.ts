import type { CompiledQuery } from 'kysely';

/** A trace context as version 00 of W3C Trace Context writes it: nothing in it could end a comment. */
const TRACEPARENT = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** A query that is sent to the server, where its text may be one that does not come again. */
export interface SentQuery<R = unknown> extends CompiledQuery<R> {
  readonly isOnce?: boolean;
}

/**
 * A query whose text ends with the trace context, in the form of sqlcommenter; the query itself where there is none. The server
 * is not to keep it: the text is another one for each request.
 */
export function withTraceContext<R>(query: CompiledQuery<R>, traceparent: string | undefined): SentQuery<R> {
  if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return query;
  const { query: node, queryId, parameters, sql } = query;
  return { query: node, queryId, parameters, sql: `${sql} /*traceparent='${traceparent}'*/`, isOnce: true };
}
