import { boolean, defaulted, object } from 'superstruct';
import { definePlugin, HTTP_STAGES, serviceToken } from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import type { Database as DatabaseService } from '../database/index.ts';
import { type CachedItem, CachedItems, MOST_CHARACTERS, sizeOf } from './cached-items.ts';
import { embedLinks } from './embed-links.ts';
import { embedParameter, parameterDescription } from './embed-parameter.ts';
import { Recordings } from './recordings.ts';

// By name, so that a host without the plugin can embed, too.
const Database = serviceToken<DatabaseService>('database');

/** Embedding of linked resources by `_embed`. */
export default definePlugin({
  name: 'embed',
  version: '0.1.0',
  description: 'Puts what embeddable links lead to into `_embedded`, as `_embed` asks.',
  group: 'framework',
  cacheable: true,
  after: ['database'],
  capabilities: ['authentication', 'database', 'http', 'requests'],
  options: object({
    /** Whether items are cached with what is embedded in them. */
    cache: defaulted(boolean(), true),
  }),
  setup({ hooks, site, caches, find, use }, { cache: isCached }) {
    const database = find(Database);
    let cached: CachedItems | undefined;
    // While debug is on, answers tell what became of each request.
    if (database !== undefined && isCached && caches.enabled && !site.debug) {
      const recordings = new Recordings(database.tracker, use(Credentials));
      const cache = database.cache<CachedItem>({ name: 'items with embedded data', maxSize: MOST_CHARACTERS, sizeOf });
      cached = new CachedItems(recordings, cache);
      // Behind the response cache, which records the same answers.
      hooks.action('http_app').tap({ name: 'embed', stage: HTTP_STAGES.cache + 1 }, (app) => {
        app.use(({ req, res }, next) => {
          recordings.begin(req!, res!);
          return next();
        });
      });
    }
    const embed: typeof embedLinks = async (data, ...rest) =>
      (await cached?.embed(data, ...rest)) ?? embedLinks(data, ...rest);
    // What it waits for are requests, each of which has a time of its own.
    hooks.filter('rest_response_data').tapPromise({ timeout: 0 }, (data, _response, request, server) => {
      const given = request.paramsOf('query')._embed;
      return given === undefined ? data : embed(data, embedParameter(given), request, server);
    });
    if (hooks.has('openapi_parameters')) {
      hooks.filter('openapi_parameters').tap('embed', (parameters) => [...parameters, parameterDescription]);
    }
  },
});
