import { type Brand, definePlugin, type RestRequest, type RestResponse, type RestServer } from '../../core/index.ts';
import { type Envelope, envelopeHooks } from './hooks.ts';

export type { Envelope } from './hooks.ts';

/** Envelopes by `_envelope`, for clients that cannot read statuses and headers. */
export default definePlugin({
  name: 'envelope',
  version: '0.1.0',
  description: 'Puts status and headers into the body, as `_envelope` asks.',
  group: 'framework',
  cacheable: true,
  capabilities: ['requests'],
  hooks: envelopeHooks,
  setup({ hooks, brand }) {
    const adjust = hooks.filter('rest_envelope_response');

    // Before all headers that belong to the connection and not to the answer.
    hooks.filter('rest_pre_serve_request').tapPromise({ stage: -100 }, (served, response, request, server) => {
      if (served || request.paramsOf('query')._envelope === undefined) return;
      return wrap(response, request, server);
    });
    const wrap = async (response: RestResponse, request: RestRequest, server: RestServer): Promise<undefined> => {
      const envelope: Envelope = {
        body: await server.responseToData(response, request),
        status: response.status,
        headers: headersOf(response, brand),
      };
      response.data = await adjust.promise(envelope, response);
      response.status = 200;
      response.headers = {};
      response.links.clear();
    };
  },
});

function headersOf(response: RestResponse, brand: Brand): Envelope['headers'] {
  const headers: Record<string, string | number> = { ...response.headers };
  for (const name of [brand.header('Total'), brand.header('TotalPages')]) {
    if (headers[name] !== undefined) headers[name] = Number(headers[name]);
  }
  return Object.keys(headers).length === 0 ? [] : headers;
}
