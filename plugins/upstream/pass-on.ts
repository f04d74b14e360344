import type { Logger, RestError } from '../../core/index.ts';
import type { MiddlewareContext } from '../../core/rest/index.ts';
import { ask, type Upstream, UpstreamTimeout } from './ask.ts';
import { upstreamErrors } from './errors.ts';
import { answerHeaders, hasBody, requestHeaders } from './headers.ts';

/** Statuses whose answers have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Passes a request on as it is, and hands the answer on as it comes.
 *
 * @param host the `Host` to ask for; the client's when undefined
 * @throws RestError with status 502 or 504 when there is no answer
 */
export async function passOn(
  context: MiddlewareContext,
  upstream: Upstream,
  host: string | undefined,
  log: Logger,
): Promise<void> {
  const { req, res, method } = context;
  const gone = new AbortController();
  res!.once('close', () => gone.abort());
  const body = hasBody(req!.headers) ? req : undefined;
  const request = { method, path: req!.url!, headers: requestHeaders(context, host), body, signal: gone.signal };
  const answer = await ask(upstream, request).catch((error) => {
    throw refusalOf(error, log);
  });
  context.status = answer.statusCode!;
  if (method === 'HEAD' || EMPTY.has(answer.statusCode!)) answer.resume();
  else context.body = answer;
  for (const [name, values] of answerHeaders(answer.headersDistinct)) {
    context.set(name, values.length === 1 ? values[0]! : values);
  }
}

/** The error that stands for an upstream that does not answer; its log has the reason. */
export function refusalOf(error: unknown, log: Logger): RestError {
  const isLate = error instanceof UpstreamTimeout || (error as Error).name === 'TimeoutError';
  if ((error as Error).name !== 'AbortError') log.warn({ err: error }, 'the upstream did not answer');
  return isLate ? upstreamErrors.rest_upstream_timeout() : upstreamErrors.rest_upstream_unreachable();
}
