import { definePlugin } from '../../core/index.ts';

/** The indentation of the reference. */
const INDENT = 4;

/** Readable JSON by `_pretty`. */
export default definePlugin({
  name: 'pretty-json',
  version: '0.1.0',
  description: 'Writes answers over several lines, indented, as `_pretty` asks.',
  group: 'framework',
  cacheable: true,
  capabilities: ['requests'],
  setup({ hooks }) {
    hooks
      .filter('rest_json_encode_options')
      .tap('pretty-json', (options, request) =>
        request.hasParam('_pretty') ? { ...options, indent: INDENT } : options,
      );
  },
});
