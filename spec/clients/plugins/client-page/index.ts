import { definePlugin, serviceToken } from 'tappet';

const PATHS = ['/wp/v2/types?context=view', '/wp/v2/users/me', '/wp/v2/posts?per_page=1'] as const;

/** A page that hosts a client, as a plugin of the site serves one. */
export default definePlugin({
  name: 'client-page',
  version: '1.0.0',
  description: 'Serves /client, a page for clients.',
  requires: { 'client-settings': '^0.1.0' },
  capabilities: ['authentication', 'pages'],
  setup({ hooks, use }) {
    const clients = use(serviceToken('page-clients'));
    hooks.action('http_routes').tap('client-page', (router) => {
      router.get('/client', async (http) => {
        const head = await clients.markup(http, [...PATHS, ['/wp/v2/media', 'OPTIONS']]);
        http.type = 'text/html; charset=UTF-8';
        http.body = `<!doctype html><html lang="en"><head><title>Client</title>${head}</head><body></body></html>`;
      });
    });
  },
});
