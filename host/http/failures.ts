import type { Context, Middleware } from 'koa';
import type { Logger } from '../../core/index.ts';
import { faultOf } from '../../core/rest/index.ts';

/** The codes of errors that mean that the client has closed the connection. */
const GONE = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** How the codes of errors begin that mean that a client has sent something else than HTTP, which Node has answered. */
const NOT_HTTP = 'HPE_';

/** Whether an error means that the client has closed the connection, or broken it by what it sent. */
export function isClientGone(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return GONE.has(code) || code.startsWith(NOT_HTTP);
}

/** The headers that describe the body of the response that failed. */
const BODY_HEADERS = ['Cache-Control', 'Content-Encoding', 'Content-Type', 'ETag', 'Last-Modified'];

/**
 * Answers a request that failed: with the status and message of an error that may be exposed, such as those of
 * `context.throw`, and otherwise with status 500.
 */
export function answerFailure(context: Context, thrown: unknown, log: Logger): void {
  const fault = faultOf(thrown);
  const error = fault ?? thrown;
  const { status, expose, message, headers } = error as Partial<{
    status: number;
    expose: boolean;
    message: string;
    headers: Record<string, string>;
  }>;
  const isShown = expose === true && status !== undefined;
  if (!isShown || fault !== undefined) {
    log.error({ err: thrown, method: context.method, url: context.url }, fault?.what ?? 'a request failed');
  }
  if (context.headerSent) {
    context.res.destroy();
    return;
  }
  context.respond = true;
  for (const name of BODY_HEADERS) context.remove(name);
  if (isShown) context.set(headers ?? {});
  context.status = isShown ? status : 500;
  context.type = 'text/plain; charset=utf-8';
  context.body = isShown ? message : 'The server failed to answer.\n';
}

/** Koa middleware that answers when the middleware behind it fails. */
export const answerFailures =
  (log: Logger): Middleware =>
  async (context, next) => {
    try {
      await next();
    } catch (error) {
      answerFailure(context, error, log);
    }
  };
