import type { ChangeTracker } from '../../core/cache/index.ts';
import type { MiddlewareContext } from '../../core/rest/index.ts';
import { headersOf } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { send } from './send.ts';

/** The errors in whose place a stale answer may be given (RFC 5861, 4). */
const ERRORS: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** How often it is looked whether changes are seen, in milliseconds. */
const LOOK = 1000;

/**
 * Gives cached answers in the place of errors while the changes of other processes are not seen, as long as the database is
 * away. It gives those alone that were up to date when it went away.
 */
export class StaleIfError {
  readonly #milliseconds: number;
  readonly #cache: AnswerCache;
  readonly #timer: NodeJS.Timeout;
  /** When changes were last seen. */
  #seenAt = performance.now();

  /** @param seconds for how long after the loss of the database */
  constructor(seconds: number, cache: AnswerCache, tracker: ChangeTracker) {
    this.#milliseconds = seconds * 1000;
    this.#cache = cache;
    this.#timer = setInterval(() => {
      if (tracker.isCurrent) this.#seenAt = performance.now();
    }, LOOK).unref();
  }

  /** Has a request answered, or gives the cached answer where that ends in an error. */
  async answer(context: MiddlewareContext, next: () => Promise<void>): Promise<void> {
    const before = headersOf(context);
    let failure: { readonly error: unknown } | undefined;
    try {
      await next();
    } catch (error) {
      failure = { error };
    }
    const status = failure === undefined ? context.status : statusOf(failure.error);
    if (!ERRORS.has(status) || !this.#give(context, before)) {
      if (failure !== undefined) throw failure.error;
    }
  }

  /** Ends the looking. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Gives the cached answer, if there is one and it is still time. */
  #give(context: MiddlewareContext, before: ReadonlyMap<string, unknown>): boolean {
    if (performance.now() - this.#seenAt > this.#milliseconds) return false;
    const answer = this.#cache.find(context.req!);
    if (answer === undefined) return false;
    for (const name of headersOf(context).keys()) if (!before.has(name)) context.remove(name);
    send(context, answer);
    context.set('Age', String(Math.round((performance.now() - answer.madeAt) / 1000)));
    // A cache in front would keep it for as long as a current one, and the purge for what it lacks may have been sent already.
    context.set('Cache-Control', 'no-store');
    context.set('Warning', '110 - "Response is Stale", 111 - "Revalidation Failed"');
    return true;
  }
}

/** The status that an error is answered with. */
const statusOf = (error: unknown): number => (error as { readonly status?: number } | null)?.status ?? 500;
