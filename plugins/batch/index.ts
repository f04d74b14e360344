import { definePlugin } from '../../core/index.ts';
import { batchHooks } from './hooks.ts';
import { batchArguments } from './schema.ts';
import { serveBatch } from './serve-batch.ts';

/** How many requests a batch may hold unless a filter says otherwise. */
const MAX_BATCH_SIZE = 25;

/** Several requests in one: `/batch/v1`. */
export default definePlugin({
  name: 'batch',
  version: '0.1.0',
  description: 'Carries out several requests to the interface that come in one.',
  cacheable: true,
  capabilities: ['routes:*'],
  hooks: batchHooks,
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('batch', (server) => {
      const maxItems = hooks.filter('rest_get_max_batch_size').call(MAX_BATCH_SIZE);
      server.registerPattern('/batch/v1', '', {
        methods: 'POST',
        callback: (request) => serveBatch(server, request),
        // Each request in it is asked for permission by itself.
        permission_callback: () => true,
        args: batchArguments(maxItems),
        // Each of its requests has a time of its own.
        timeout: 0,
      });
    });
  },
});
