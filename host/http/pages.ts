import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Generation } from '../../core/generation.ts';
import { type HttpRouter, RequestContext, RestRequest } from '../../core/index.ts';
import { httpInfoOf } from '../../core/rest/index.ts';
import { type RequestBody, receiveBody } from './body.ts';
import { answerFailure } from './failures.ts';
import type { HttpSettings } from './settings.ts';

/** The headers of every page and file whose plugin sets no others: it is what it says, and no other site frames it. */
const SAFE = {
  'Content-Security-Policy': "frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** Koa middleware that answers with the pages and files that plugins register, and with 404 when nothing else answers. */
export function answerPages({ server }: Generation, settings: HttpSettings): Middleware {
  const router = new Router();
  server.hooks.action('http_routes').call(router as unknown as HttpRouter);
  const answer = router.routes() as unknown as Middleware;
  return async (context, next) => {
    context.set(SAFE);
    const { body, unreadable } = await receiveBody(context, settings, {
      isTaken: () => router.match(context.path, context.method).route,
      isSignedIn: () => server.identifies(new RestRequest(context.method, '/', signInOf(context))),
    });
    if (unreadable !== undefined) {
      context.status = unreadable.status;
      context.body = `${unreadable.message}\n`;
      return;
    }
    try {
      setBody(context, body);
      await answer(context, next);
    } catch (error) {
      answerFailure(context, error, settings.log);
    }
    if (context.status === 404 && context.body == null) {
      context.status = 404;
      context.body = 'Not found\n';
    }
  };
}

/** What tells of a request for a page whether its client is signed in. */
const signInOf = (context: Context) => ({
  headers: context.headers,
  context: new RequestContext({ http: httpInfoOf(context) }),
});

/** Sets `request.body` to the parameters of a form or a JSON body, and `request.files` to uploaded files. */
function setBody(context: Context, { form, files, bytes }: RequestBody): void {
  const json = () => new RestRequest(context.method, '/', { headers: context.headers, body: bytes }).paramsOf('json');
  Object.assign(context.request, { body: form ?? (bytes === undefined ? undefined : json()), files });
}
