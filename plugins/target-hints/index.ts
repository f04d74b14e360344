import { definePlugin } from '../../core/index.ts';
import { withHints } from './hints.ts';

/** Adds to the link `self` of what is shown which methods its address takes of whoever asks. */
export default definePlugin({
  name: 'target-hints',
  version: '0.1.0',
  description: 'Tells in the link `self` of each item which methods the user may use on it.',
  cacheable: true,
  optIn: true,
  requires: { 'allow-header': '^0.1.0' },
  setup({ hooks }) {
    // What it waits for are checks of permission, each of which has a time of its own.
    hooks.filter('rest_response_data').tap({ timeout: 0, after: 'fields' }, (data, _response, request, server) => {
      const hinted = (item: unknown) => withHints(item, request, server);
      return Array.isArray(data) ? Promise.all(data.map(hinted)) : hinted(data);
    });
  },
});
