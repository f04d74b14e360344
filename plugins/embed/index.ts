import { definePlugin, type RestRequest } from '../../core/index.ts';
import { embedLinks } from './embed-links.ts';
import { embedParameter } from './embed-parameter.ts';

/** Embedding of linked resources by `_embed`. */
export default definePlugin({
  name: 'embed',
  version: '0.1.0',
  description: 'Puts what embeddable links lead to into `_embedded`, as `_embed` asks.',
  cacheable: true,
  setup({ hooks }) {
    // What it waits for are requests, each of which has a time of its own.
    const concerns = (request: RestRequest) => request.paramsOf('query')._embed !== undefined;
    hooks.filter('rest_response_data').tap({ timeout: 0, concerns }, (data, _response, request, server) => {
      const given = request.paramsOf('query')._embed;
      return given === undefined ? data : embedLinks(data, embedParameter(given), request, server);
    });
  },
});
