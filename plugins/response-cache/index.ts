import type { IncomingMessage, ServerResponse } from 'node:http';
import { boolean, defaulted, integer, min, object } from 'superstruct';
import {
  definePlugin,
  isLoggedIn,
  mayBeAnswered,
  Reading,
  type RequestContext,
  type ServedResponse,
  serviceToken,
} from '../../core/index.ts';
import { Database, type ReadingWindow } from '../database/index.ts';
import { makeAnswer } from './answer.ts';
import { AnswerCache, type CacheFigures, keyOf } from './answer-cache.ts';
import { matchesTag, notModified, tagOf } from './conditional.ts';
import { Underway } from './underway.ts';

export type { CacheFigures } from './answer-cache.ts';

/** What is known of the cache at present. */
export interface ResponseCache {
  readonly figures: CacheFigures;
  /** Forgets all answers. */
  clear(): void;
}

/** The token of the response cache. */
export const ResponseCache = serviceToken('response-cache');

declare module '../../core/services.ts' {
  interface ServiceCatalogue {
    'response-cache': ResponseCache;
  }
}

/** What is remembered of a request while its answer is made. */
interface Recording {
  readonly reading: Reading;
  readonly incoming: IncomingMessage;
  readonly window: ReadingWindow;
  readonly home: string;
  /** Lets those go on who wait for the answer. */
  readonly made: () => void;
}

/** How often somebody waits for an answer that others have been asked for; writes may make each of them stale. */
const ROUNDS = 5;

/** Keeps answers to anonymous GET and HEAD requests, as long as nothing has changed that they were made of. */
export default definePlugin({
  name: 'response-cache',
  version: '0.1.0',
  description: 'Keeps answers to anonymous requests as long as they are what would be answered, with ETag and 304.',
  cacheable: true,
  requires: { database: '^0.1.0' },
  capabilities: ['authentication', 'database', 'routes:*'],
  options: object({
    /** Whether answers are kept at all. */
    enabled: defaulted(boolean(), true),
    /** How much memory the kept answers may take, in bytes. */
    max_bytes: defaulted(min(integer(), 1), 64 * 2 ** 20),
  }),
  setup({ hooks, site, provide, use }, { enabled, max_bytes }) {
    const { sources } = use(Database);
    const cache = new AnswerCache(max_bytes, sources, site);
    provide(ResponseCache, cache);
    // While debug is on, each answer tells what became of it.
    if (!enabled || site.debug) return undefined;
    const options = sources.source('options');
    const recordings = new WeakMap<Reading, Recording>();
    const underway = new Underway();
    const stop = sources.watch();

    /** Answers a request with what is kept, if anything is. */
    const giveKept = (incoming: IncomingMessage, response: ServerResponse): boolean => {
      const answer = cache.find(incoming);
      if (answer === undefined) return false;
      const tags = incoming.headers['if-none-match'];
      if (tags !== undefined && matchesTag(tags, answer.tag)) response.writeHead(304, answer.unchanged).end();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
      return true;
    };

    /** Has an answer recorded while it is made. */
    const begin = (incoming: IncomingMessage, response: ServerResponse): false => {
      cache.countMiss();
      const made = underway.begin(keyOf(incoming));
      const reading = new Reading(incoming);
      const window = sources.begin();
      // Much is kept of the options in one form or another.
      options.read();
      recordings.set(reading, { reading, incoming, window, home: site.home, made });
      response.once('close', () => {
        reading.end();
        made();
      });
      return false;
    };

    /**
     * Waits for the answer that somebody else has been asked for and that may be given again: after a write, many ask for
     * the same at once. What was made before a write that came meanwhile does not count; one of those who wait makes it
     * anew.
     */
    const awaitOther = async (incoming: IncomingMessage, response: ServerResponse): Promise<boolean> => {
      for (let round = 0; round < ROUNDS && cache.isKeepable(incoming); round++) {
        const other = underway.of(keyOf(incoming));
        if (other === undefined) break;
        await other;
        // A client that has gone away meanwhile wants nothing any more.
        if (response.destroyed || giveKept(incoming, response)) return true;
      }
      return begin(incoming, response);
    };

    // What it waits for is an answer, which has a time of its own.
    hooks.filter('http_request').tap({ stage: 1000, timeout: 0 }, (answered, incoming, response) => {
      if (answered || !mayBeAnswered(incoming) || !sources.isCurrent) return answered;
      if (giveKept(incoming, response)) return true;
      if (cache.letsGo(incoming)) {
        cache.countMiss();
        return false;
      }
      return underway.of(keyOf(incoming)) === undefined ? begin(incoming, response) : awaitOther(incoming, response);
    });

    const record = (served: ServedResponse, context: RequestContext): ServedResponse => {
      const recording = context.reading === undefined ? undefined : recordings.get(context.reading);
      if (!recording?.reading.isOpen) return served;
      recording.reading.end();
      const told = keep(served, recording, context);
      recording.made();
      return told;
    };
    /** Keeps an answer if it may be kept; tells what the client gets. */
    const keep = (served: ServedResponse, recording: Recording, { user, http }: RequestContext): ServedResponse => {
      const { reading, incoming, window, home } = recording;
      const isText = typeof served.body === 'string' || served.body === null;
      // What was made of a cookie is its bearer's alone.
      const isBearers = [...reading.cookies].some((name) => http?.cookie(name) !== undefined);
      if (reading.spoilt !== undefined || isLoggedIn(user) || served.status !== 200 || !isText || isBearers) {
        cache.refuse(incoming, reading.spoilt);
        return served;
      }
      const tag = tagOf(served);
      const tagged = { ...served, headers: { ...served.headers, ETag: tag } };
      const read = sources.isCurrent && home === site.home ? sources.end(window) : undefined;
      if (read !== undefined) cache.keep(incoming, makeAnswer(tagged, tag, { incoming, reading, read, home }));
      const tags = incoming.headers['if-none-match'];
      return tags !== undefined && matchesTag(tags, tag) ? notModified(tagged) : tagged;
    };
    hooks.filter('rest_served').tap({ stage: 1000 }, (served, { context }) => record(served, context));
    hooks
      .filter('page_served')
      .tap({ stage: 1000 }, (served, { context }) => (context === undefined ? served : record(served, context)));
    return async () => {
      cache.clear();
      await stop();
    };
  },
});
