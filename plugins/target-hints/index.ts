import { definePlugin } from '../../core/index.ts';
import { withHints } from './hints.ts';

/** Adds to the link `self` of each item the methods that the user may use on it. */
export default definePlugin({
  name: 'target-hints',
  version: '0.1.0',
  description: 'Says in the link `self` of each item which methods the user may use on it.',
  group: 'framework',
  cacheable: true,
  optIn: true,
  requires: { 'allow-header': '^0.1.0' },
  capabilities: ['requests'],
  setup({ hooks }) {
    // The tap waits for permission checks, each of which has a time limit of its own.
    hooks
      .filter('rest_response_data')
      .tapPromise({ timeout: 0, after: 'fields' }, async (data, _response, request, server) => {
        const hinted = (item: unknown) => withHints(item, request, server);
        return Array.isArray(data) ? Promise.all(data.map(hinted)) : hinted(data);
      });
  },
});
