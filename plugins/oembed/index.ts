import { boolean, defaulted, object } from 'superstruct';
import { addQueryArgs, definePlugin, RequestContext, type RestServer } from '../../core/index.ts';
import { escapeAttribute } from '../../core/text/index.ts';
import { Renderer, renderStages } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Options } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { PublicWeb } from '../public-web/index.ts';
import { UserStore } from '../users/index.ts';
import { autoembed, WIDTH } from './autoembed.ts';
import { NAMESPACE, registerOembedRoutes } from './controller.ts';
import { embedHtml } from './embed-html.ts';
import { serveEmbedPages } from './embed-page.ts';
import { oembedHooks } from './hooks.ts';
import { sizeFor } from './item-data.ts';
import { itemAt } from './own-items.ts';
import { ProviderData } from './provider-data.ts';
import { oembedXml } from './xml.ts';

export type { OembedData } from './item-data.ts';

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
    options: '^0.1.0',
    posts: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['media-shortcodes', 'public-web'],
  capabilities: ['content:read', 'network', 'options:read', 'pages', 'requests', 'users:read'],
  hooks: oembedHooks,
  options: object({
    /** Whether the data of providers is cached. */
    cache: defaulted(boolean(), true),
  }),
  setup(host, { cache }) {
    const { hooks, site, use, find } = host;
    const dependencies = {
      hooks,
      site,
      types: use(ContentTypes),
      options: use(Options),
      users: use(UserStore),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      renderer: use(Renderer),
      providers: new ProviderData(find(PublicWeb), host, cache),
    };
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap('oembed', (created) => {
      server = created;
      registerOembedRoutes(created, dependencies);
    });

    hooks
      .filter('the_content')
      .tapPromise({ name: 'autoembed', stage: renderStages.embeds, pure: true }, (content, context) =>
        autoembed(content, context, dependencies),
      );
    if (hooks.has('embed_maybe_make_link')) {
      hooks.filter('embed_maybe_make_link').tapPromise('oembed', async (output, url, { width }) => {
        const context = new RequestContext();
        const post = await itemAt(url, dependencies, context);
        return post === undefined ? output : embedHtml(post, sizeFor(Number(width) || WIDTH), dependencies, context);
      });
    }
    hooks.action('http_routes').tap('oembed', (router) => serveEmbedPages(router, dependencies));

    hooks.filter('rest_pre_serve_request').tap('oembed', (served, response, request) => {
      if (served || response.error !== undefined || response.matchedRoute !== `/${NAMESPACE}/embed`) return;
      if (request.getParam('format') !== 'xml') return;
      response.header('Content-Type', 'text/xml; charset=UTF-8');
      response.body = oembedXml(response.data as Record<string, unknown>);
      return true;
    });

    hooks.filter('cms_head').tap('oembed', (markup, { url, context }) => {
      const isItem = hooks.filter('rest_queried_resource_route').call('') !== '';
      const root = isItem ? (server?.restUrl(`${NAMESPACE}/embed`, context) ?? '') : '';
      if (root === '') return markup;
      const link = (type: string, args: Record<string, string>) =>
        `<link rel="alternate" type="${type}" href="${escapeAttribute(addQueryArgs(root, args))}" />\n`;
      const json = link('application/json+oembed', { url });
      return markup + json + link('text/xml+oembed', { url, format: 'xml' });
    });
  },
});
