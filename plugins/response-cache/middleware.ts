import type { IncomingMessage } from 'node:http';
import type { HttpInfo } from '../../core/base/index.ts';
import { CacheRecorder, type ChangeTracker, isCacheableRequest } from '../../core/cache/index.ts';
import { type HttpMiddleware, isLoggedIn, type RequestContext, type Site } from '../../core/index.ts';
import type { Credentials, MiddlewareContext } from '../../core/rest/index.ts';
import { answerOf, cachedAnswer, headersOf, tagOf } from './answer.ts';
import { type AnswerCache, keyOf } from './answer-cache.ts';
import { answerUnchanged } from './conditional.ts';
import { InFlightRequests } from './in-flight.ts';
import { send } from './send.ts';
import type { StaleIfError } from './stale-if-error.ts';

/** How often a request waits for the answer to another one; writes may make each such answer stale. */
const ROUNDS = 5;

/** What the middleware needs: the cache, the tracker of the dependencies of answers, and the site. */
export interface CacheDependencies {
  readonly credentials: Credentials;
  readonly cache: AnswerCache;
  readonly tracker: ChangeTracker;
  readonly site: Site;
  /** Gives answers while changes are not seen; left out where none are given then. */
  readonly stale: StaleIfError | undefined;
  /**
   * The request context of an answer, by the record of its dependencies; known for answers of the interface and for
   * cacheable pages.
   */
  readonly servedTo: WeakMap<CacheRecorder, RequestContext>;
}

/** Koa middleware that answers from the cache, and caches what the middleware behind it answers. */
export function cacheAnswers({
  cache,
  tracker,
  site,
  credentials,
  servedTo,
  stale,
}: CacheDependencies): HttpMiddleware {
  const options = tracker.dependency('options');
  const inFlight = new InFlightRequests();

  return async (context, next) => {
    const request = context.req!;
    if (!isCacheableRequest(request)) return next();
    if (!tracker.isCurrent) return stale === undefined ? next() : stale.answer(context, next);
    if (answerFromCache(context, request)) return;
    if (cache.shouldBypass(request)) {
      cache.countMiss();
      return next();
    }
    if (inFlight.of(keyOf(request)) !== undefined && (await isAnsweredByOther(context, request))) return;
    return record(context, request, next);
  };

  function answerFromCache(context: MiddlewareContext, request: IncomingMessage): boolean {
    const answer = cache.find(request);
    if (answer !== undefined) send(context, answer);
    return answer !== undefined;
  }

  /**
   * Waits for the answer to a request for the same that is in flight and whose answer may be cached: after a write,
   * many clients request the same at once. An answer that a write has made stale meanwhile is not used; then one of the
   * waiting requests makes the answer anew.
   */
  async function isAnsweredByOther(context: MiddlewareContext, request: IncomingMessage): Promise<boolean> {
    for (let round = 0; round < ROUNDS && cache.isCacheable(request); round++) {
      const answered = inFlight.of(keyOf(request));
      if (answered === undefined) break;
      await answered;
      // No answer is made for a client that has closed the connection meanwhile.
      if (context.res!.destroyed || answerFromCache(context, request)) return true;
    }
    return false;
  }

  /** Records how an answer is made, and caches it if it may be. */
  async function record(
    context: MiddlewareContext,
    request: IncomingMessage,
    next: () => Promise<void>,
  ): Promise<void> {
    cache.countMiss();
    const answered = inFlight.begin(keyOf(request));
    const recorder = new CacheRecorder(request);
    const end = () => {
      recorder.end();
      answered();
    };
    context.res!.once('close', end);
    const window = tracker.begin();
    // Plugins cache values that they derive from options.
    options.read();
    const { home } = site;
    const before = headersOf(context);
    try {
      await next();
      const servedContext = servedTo.get(recorder);
      if (!recorder.isOpen || servedContext === undefined) return;
      recorder.end();
      const answer = context.status === 200 ? answerOf(context, before) : undefined;
      if (
        answer === undefined ||
        recorder.uncacheable !== undefined ||
        isOfOnePerson(recorder, servedContext, credentials.http(servedContext))
      ) {
        cache.refuse(request, recorder.uncacheable);
        return;
      }
      const tag = tagOf(answer);
      if (tag !== undefined) context.set('ETag', tag);
      const madeOf = tracker.isCurrent && home === site.home ? tracker.end(window) : undefined;
      if (madeOf !== undefined) cache.store(request, cachedAnswer(answer, tag, { request, recorder, madeOf, home }));
      answerUnchanged(context, tag);
    } finally {
      end();
    }
  }
}

/** Whether an answer was made for a user, or of a cookie of the request. */
const isOfOnePerson = ({ cookies }: CacheRecorder, { user }: RequestContext, http: HttpInfo | undefined): boolean =>
  isLoggedIn(user) || [...cookies].some((name) => http?.cookie(name) !== undefined);
