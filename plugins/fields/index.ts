import { definePlugin } from '../../core/index.ts';
import { RequestedFields } from './requested-fields.ts';

/** Field filtering by `_fields` (4.3). */
export default definePlugin({
  name: 'fields',
  version: '0.1.0',
  description: 'Narrows answers down to the fields that `_fields` lists.',
  group: 'framework',
  cacheable: true,
  capabilities: ['requests'],
  setup({ hooks }) {
    const requested = new RequestedFields();

    if (hooks.has('openapi_parameters')) {
      hooks.filter('openapi_parameters').tap('fields', (parameters) => [
        ...parameters,
        {
          name: '_fields',
          in: 'query',
          description: 'The fields of the answer that are wanted, parts of them with dots.',
          style: 'form',
          explode: false,
          schema: { type: 'array', items: { type: 'string' } },
        },
      ]);
    }

    hooks.filter('rest_requested_fields').tap('fields', (fields, request) => requested.of(request)?.names ?? fields);

    hooks.filter('rest_post_dispatch').tap({ stage: -10, after: 'allow-header' }, (response, _server, request) => {
      if (response.isError()) return;
      const filter = requested.of(request);
      if (filter !== null) response.data = filter.apply(response.data);
    });
  },
});
