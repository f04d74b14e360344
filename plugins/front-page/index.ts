import {
  definePlugin,
  httpInfoOf,
  RequestContext,
  type RestServer,
  type ServedPage,
  serviceToken,
} from '../../core/index.ts';
import type { Options as OptionsService } from '../options/index.ts';
import { frontPageHooks } from './hooks.ts';
import { frontPageHtml } from './page.ts';

export type { FrontPageLink } from './hooks.ts';

// By name, so that a site without the plugin has a front page too.
const Options = serviceToken<OptionsService>('options');

/** A plain page at the site's address, which clients ask where the interface is. */
export default definePlugin({
  name: 'front-page',
  version: '0.1.0',
  description: 'Serves a plain home page at the site’s address.',
  cacheable: true,
  after: ['options'],
  capabilities: ['options:read', 'pages'],
  hooks: frontPageHooks,
  setup({ hooks, site, brand, find }) {
    const options = find(Options);
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap('front-page', (created) => {
      server = created;
    });

    hooks.filter('front_page_links').tap({ stage: -10 }, (links, { context }) => {
      const root = server?.restUrl('/', context) ?? '';
      return root === '' ? links : [{ href: root, text: 'REST interface' }, ...links];
    });

    hooks.action('http_routes').tap('front-page', (router) => {
      router.get('/', async (http) => {
        const page: ServedPage = {
          url: `${site.home}/`,
          context: new RequestContext({ http: httpInfoOf(http) }),
        };
        const headers = hooks.filter('cms_headers').call({ 'X-Content-Type-Options': 'nosniff' }, page);
        for (const [name, value] of Object.entries(headers)) http.set(name, value);
        http.type = 'text/html; charset=UTF-8';
        http.body = frontPageHtml({
          name: options?.get<string>('blogname') || brand.name,
          description: options?.get<string>('blogdescription') || '',
          head: hooks.filter('cms_head').call('', page),
          links: await hooks.filter('front_page_links').promise([], page),
        });
      });
    });
  },
});
