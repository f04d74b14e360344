import type { IncomingMessage } from 'node:http';
import { boolean, defaulted, integer, min, object } from 'superstruct';
import type { CacheRecorder } from '../../core/cache/index.ts';
import {
  definePlugin,
  HTTP_STAGES,
  type PluginHooks,
  type RequestContext,
  RestRequest,
  serviceToken,
} from '../../core/index.ts';
import { Credentials, HTTP_HOST } from '../../core/rest/index.ts';
import { Database } from '../database/index.ts';
import { AnswerCache, type CacheFigures } from './answer-cache.ts';
import { cacheAnswers } from './middleware.ts';
import { StaleIfError } from './stale-if-error.ts';

export type { CacheFigures } from './answer-cache.ts';

/** The cache as other plugins have it. */
export interface ResponseCache {
  readonly figures: CacheFigures;
  /** Removes all answers. */
  clear(): void;
  /**
   * Another form of the body of a cached answer, such as a compressed one. `make` is called when a form of this name is
   * first asked for; the answer holds what it made, which counts as part of it. Undefined where no answer with this body
   * is cached for such a request.
   */
  formOf(
    request: IncomingMessage,
    body: string,
    name: string,
    make: (body: string) => Promise<Buffer>,
  ): Promise<Buffer> | undefined;
}

/** The token of the response cache. What gives other forms of answers decides what readers are given. */
export const ResponseCache = serviceToken('response-cache', {
  requiredPermissions: 'http',
  open: ['figures', 'clear'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'response-cache': ResponseCache;
  }
}

const NAME = 'response-cache';

/** The stage behind all taps that adjust an answer. */
const LAST = 1000;

/** Caches answers to anonymous GET and HEAD requests, as long as their dependencies are unchanged. */
export default definePlugin({
  name: NAME,
  version: '0.1.0',
  description: 'Caches answers to anonymous requests until what they depend on changes, with ETag and 304.',
  group: 'storage',
  cacheable: true,
  requires: { database: '^0.1.0' },
  capabilities: ['authentication', 'database', 'http', 'pages', 'requests'],
  options: object({
    /** Whether answers are cached at all. */
    enabled: defaulted(boolean(), true),
    /** How much memory the cached answers may take, in bytes. */
    max_bytes: defaulted(min(integer(), 1), 64 * 2 ** 20),
    /** For how many seconds cached answers are given in the place of errors while PostgreSQL is away; 0 for not at all. */
    stale_if_error: defaulted(min(integer(), 0), 0),
  }),
  setup({ hooks, site, caches, provide, use }, { enabled, max_bytes, stale_if_error }) {
    const { tracker } = use(Database);
    const credentials = use(Credentials);
    const cache = new AnswerCache(max_bytes, site);
    provide(ResponseCache, cache);
    // While debug is on, answers have headers that say how they were made.
    if (!enabled || !caches.enabled || site.debug) return undefined;
    const stale = stale_if_error > 0 ? new StaleIfError(stale_if_error, cache, tracker) : undefined;
    const servedTo = new WeakMap<CacheRecorder, RequestContext>();
    /** The plugins whose middleware stands behind the cache, and so takes part in the answers that it caches. */
    let behind: readonly string[] = [];

    hooks.action('http_app').tap({ name: NAME, stage: HTTP_STAGES.cache, pure: true }, (app) => {
      behind = pluginsBehind(hooks);
      app.use(cacheAnswers({ cache, tracker, site, credentials, servedTo, stale }));
    });
    const recordServed = (request: RestRequest) => {
      const { recorder } = request.context;
      if (recorder === undefined) return;
      servedTo.set(recorder, request.context);
      for (const plugin of behind) hooks.noteParticipant(plugin, request);
    };
    hooks.filter('rest_served').tap({ stage: LAST }, (served, request) => {
      recordServed(request);
      return served;
    });
    hooks.filter('page_served').tap({ stage: LAST }, (served, { context }) => {
      if (context !== undefined) recordServed(new RestRequest('GET', '/', { context }));
      return served;
    });
    const stop = tracker.watch();
    return async () => {
      cache.clear();
      stale?.stop();
      await stop();
    };
  },
});

/** The plugins that add middleware behind that of the cache. */
function pluginsBehind(hooks: PluginHooks): string[] {
  const taps = hooks
    .declared()
    .find(({ name }) => name === 'http_app')!
    .taps.map(({ plugin }) => plugin);
  return taps.slice(taps.lastIndexOf(NAME) + 1).filter((plugin) => plugin !== HTTP_HOST);
}
