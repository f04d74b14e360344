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
  group: 'framework',
  cacheable: true,
  capabilities: ['routes:*'],
  hooks: batchHooks,
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('batch', (server) => {
      const maxItems = hooks.filter('rest_get_max_batch_size').call(MAX_BATCH_SIZE);
      server.registerPattern('/batch/v1', '', {
        methods: 'POST',
        callback: (request) => serveBatch(server, request),
        // Each request of the batch has a permission check of its own.
        permission_callback: () => true,
        args: batchArguments(maxItems),
        // Each request of the batch has a time limit of its own.
        timeout: 0,
      });
    });
  },
});
