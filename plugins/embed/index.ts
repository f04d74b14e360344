import { definePlugin, type RestRequest, serviceToken } from '../../core/index.ts';
import type { Database as DatabaseService } from '../database/index.ts';
import { embedLinks } from './embed-links.ts';
import { embedParameter, parameterDescription } from './embed-parameter.ts';
import { KeptItems } from './kept-items.ts';
import { Recordings } from './recordings.ts';

// By name, so that a host without the plugin can embed, too.
const Database = serviceToken<DatabaseService>('database');

/** Embedding of linked resources by `_embed`. */
export default definePlugin({
  name: 'embed',
  version: '0.1.0',
  description: 'Puts what embeddable links lead to into `_embedded`, as `_embed` asks.',
  cacheable: true,
  after: ['database'],
  capabilities: ['authentication', 'database', 'routes:*'],
  setup({ hooks, site, find }) {
    const sources = find(Database)?.sources;
    // While debug is on, answers tell what became of each request.
    const recordings = sources === undefined || site.debug ? undefined : new Recordings(sources);
    const kept = recordings === undefined ? undefined : new KeptItems(recordings);
    if (recordings !== undefined) {
      hooks.filter('http_request').tap({ name: 'embed', stage: 1001 }, (answered, incoming, response) => {
        if (!answered) recordings.begin(incoming, response);
        return answered;
      });
    }
    const embed: typeof embedLinks = async (data, ...rest) =>
      (await kept?.embed(data, ...rest)) ?? embedLinks(data, ...rest);
    // What it waits for are requests, each of which has a time of its own.
    const concerns = (request: RestRequest) => request.paramsOf('query')._embed !== undefined;
    hooks.filter('rest_response_data').tap({ timeout: 0, concerns }, (data, _response, request, server) => {
      const given = request.paramsOf('query')._embed;
      return given === undefined ? data : embed(data, embedParameter(given), request, server);
    });
    if (hooks.has('openapi_parameters')) {
      hooks.filter('openapi_parameters').tap('embed', (parameters) => [...parameters, parameterDescription]);
    }
    return () => recordings?.end();
  },
});
