import { definePlugin, RestResponse } from '../../core/index.ts';
import { describeRoute } from '../rest-index/index.ts';

/** Descriptions of routes by OPTIONS (4.3). */
export default definePlugin({
  name: 'options-description',
  version: '0.1.0',
  description: 'Answers OPTIONS with the description of the route.',
  group: 'framework',
  cacheable: true,
  after: ['rest-index'],
  capabilities: ['routes:*'],
  setup({ hooks }) {
    // Late, so that all other taps that answer a request come first.
    hooks.filter('rest_pre_dispatch').tap({ stage: 10 }, (result, server, request) => {
      if (request.method !== 'OPTIONS' || (result !== null && result !== undefined)) return result;
      const match = server.matchRoute(request.route);
      if (match === undefined) return new RestResponse([]);
      request.setParams('url', match.params);
      const response = new RestResponse(describeRoute(match.route, 'help', server, request) ?? null);
      response.matchedRoute = match.route.pattern;
      return response;
    });
  },
});
