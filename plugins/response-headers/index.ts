import { definePlugin, isLoggedIn } from '../../core/index.ts';
import { responseHeadersHooks } from './hooks.ts';

/** Keeps browsers from guessing types, and search engines from listing the interface. */
const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex' };

const NO_CACHE = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0',
};

function addMissing(headers: Record<string, string>, added: Readonly<Record<string, string>>): void {
  for (const name in added) if (!Object.hasOwn(headers, name)) headers[name] = added[name]!;
}

/** Headers of every answer. A header that the answer has already stays as it is. */
export default definePlugin({
  name: 'response-headers',
  version: '0.1.0',
  description: 'Adds safety headers to every answer, and forbids caching of those to signed-in users.',
  group: 'framework',
  cacheable: true,
  capabilities: ['requests'],
  hooks: responseHeadersHooks,
  setup({ hooks }) {
    const sendNoCache = hooks.filter('rest_send_nocache_headers');

    hooks.filter('rest_pre_serve_request').tap('response-headers', (_served, response, request) => {
      addMissing(response.headers, ALWAYS);
      if (sendNoCache.call(isLoggedIn(request.user))) addMissing(response.headers, NO_CACHE);
    });
  },
});
