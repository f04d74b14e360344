import type { IncomingMessage } from 'node:http';
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
import { AnswerCache, type CacheFigures } from './answer-cache.ts';
import { matchesTag, notModified, tagOf } from './conditional.ts';

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
}

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
    const stop = sources.watch();

    hooks.filter('http_request').tap({ stage: 1000 }, (answered, incoming, response) => {
      if (answered || !mayBeAnswered(incoming) || !sources.isCurrent) return answered;
      const answer = cache.find(incoming);
      if (answer !== undefined) {
        const tags = incoming.headers['if-none-match'];
        if (tags !== undefined && matchesTag(tags, answer.tag)) response.writeHead(304, answer.unchanged).end();
        else response.writeHead(answer.status, answer.headers).end(answer.body);
        return true;
      }
      const reading = new Reading(incoming);
      const window = sources.begin();
      // Much is kept of the options in one form or another.
      options.read();
      recordings.set(reading, { reading, incoming, window, home: site.home });
      response.once('close', () => reading.end());
      return false;
    });

    const record = (served: ServedResponse, { reading, user, http }: RequestContext): ServedResponse => {
      const recording = reading === undefined ? undefined : recordings.get(reading);
      if (recording === undefined || reading === undefined) return served;
      reading.end();
      const { incoming, window, home } = recording;
      if (reading.spoilt !== undefined) cache.countSpoilt(reading.spoilt);
      if (reading.spoilt !== undefined || isLoggedIn(user) || served.status !== 200) return served;
      if (typeof served.body !== 'string' && served.body !== null) return served;
      // What was made of a cookie is its bearer's alone.
      if ([...reading.cookies].some((name) => http?.cookie(name) !== undefined)) return served;
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
