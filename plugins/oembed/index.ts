import { boolean, defaulted, object } from 'superstruct';
import { definePlugin, type RestServer } from '../../core/index.ts';
import { Renderer } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { PublicWeb } from '../public-web/index.ts';
import { UserStore } from '../users/index.ts';
import { Background } from './background.ts';
import { addCommands } from './commands.ts';
import { NAMESPACE, registerOembedRoutes } from './controller.ts';
import { discoveryLinks } from './discovery-links.ts';
import { embedInContents } from './embed-in-contents.ts';
import { serveEmbedPages } from './embed-page.ts';
import { Embeds, SiteEmbeds } from './embeds.ts';
import { oembedHooks } from './hooks.ts';
import { ProviderData } from './provider-data.ts';
import { CACHE_TYPE, StoredEmbeds } from './stored-embeds.ts';
import { oembedXml } from './xml.ts';

export { Embeds } from './embeds.ts';
export type { OembedData } from './item-data.ts';

/** How many characters of cleaned markup are cached. */
const MOST_CHARACTERS = 1_000_000;

/** What nobody sees of the items that keep what is embedded in texts of no item. */
const HIDDEN = { can_export: false, supports: [], query_var: false, rewrite: false, builtin: true } as const;

/** The oEmbed data of the site's own pages, and that of pages of known other sites. */
export default definePlugin({
  name: 'oembed',
  version: '0.1.0',
  description: 'Answers /oembed/1.0: items for sites that embed them, and what known sites offer to be embedded.',
  group: 'media',
  cacheable: true,
  requires: {
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    database: '^0.1.0',
    formatting: '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['media-shortcodes', 'public-web'],
  capabilities: ['content:write', 'database', 'http', 'network', 'options:read', 'pages', 'requests', 'users:read'],
  hooks: oembedHooks,
  options: object({
    /** Whether the data of providers is cached. */
    cache: defaulted(boolean(), true),
    /** Whether addresses of known other sites in contents are embedded. */
    contents: defaulted(boolean(), true),
  }),
  setup(host, { cache, contents }) {
    const { hooks, site, use, find, log } = host;
    const [posts, types] = [use(PostStore), use(ContentTypes)];
    const providers = new ProviderData(find(PublicWeb), host, cache);
    const stored = new StoredEmbeds({ meta: use(MetaStore), posts, clock: use(SiteClock) });
    const background = new Background((err) => log.warn({ err }, 'what another site offers could not be stored'));
    const cleaned = host.caches.create<{ readonly markup: string | undefined }>({
      name: 'cleaned markup of oEmbed providers',
      enabled: cache,
      maxSize: MOST_CHARACTERS,
      sizeOf: ({ markup = '' }) => markup.length,
    });
    const embeds = new SiteEmbeds({ hooks, posts, providers, stored, background, cleaned });
    host.provide(Embeds, embeds);
    const dependencies = {
      hooks,
      site,
      database: use(Database),
      types,
      options: use(Options),
      users: use(UserStore),
      posts,
      permalinks: use(Permalinks),
      renderer: use(Renderer),
      providers,
      embeds: contents ? embeds : undefined,
    };
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap('oembed', (created) => {
      server = created;
      registerOembedRoutes(created, dependencies);
    });

    addCommands(host, { ...dependencies, stored, embeds });
    hooks.action('init').tap({ name: 'cache', stage: -10 }, () => {
      types.register(CACHE_TYPE, { labels: { name: 'oEmbed responses', singular_name: 'oEmbed response' }, ...HIDDEN });
    });
    // A process that serves nobody, as of an import, asks no other site, and may end at any time.
    hooks.action('http_app').tap('oembed', () => background.start());
    embedInContents(host, dependencies);
    hooks.action('http_routes').tap('oembed', (router) => serveEmbedPages(router, dependencies));

    hooks.filter('rest_pre_serve_request').tap('oembed', (served, response, request) => {
      if (served || response.error !== undefined || response.matchedRoute !== `/${NAMESPACE}/embed`) return;
      if (request.getParam('format') !== 'xml') return;
      response.header('Content-Type', 'text/xml; charset=UTF-8');
      response.body = oembedXml(response.data as Record<string, unknown>);
      return true;
    });

    hooks.filter('cms_head').tap('oembed', (markup, { url, context, view }) => {
      const isItem = hooks.filter('rest_queried_resource_route').call(view?.route ?? '') !== '';
      const root = isItem ? (server?.restUrl(`${NAMESPACE}/embed`, context) ?? '') : '';
      if (root === '') return markup;
      return markup + discoveryLinks(root, url);
    });
    return () => background.stop();
  },
});
