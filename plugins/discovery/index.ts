import { definePlugin, type HttpContext, type PluginHost, RequestContext, type RestServer } from '../../core/index.ts';
import { httpInfoOf, type ServedPage } from '../../core/rest/index.ts';
import { type DiscoveryLink, linkHeader, linkTags } from './markup.ts';
import { type RsdApi, rsdDocument } from './rsd.ts';

/** The ways in which clients find the interface (4.3): `Link` headers, tags in pages' heads, and RSD. */
export default definePlugin({
  name: 'discovery',
  version: '0.1.0',
  description: 'Tells clients where the interface is: by Link headers, by link tags, and by RSD.',
  group: 'framework',
  cacheable: true,
  capabilities: ['pages', 'requests'],
  setup(host) {
    const { hooks, brand, site } = host;
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap('discovery', (created) => {
      server = created;
    });
    const rootFor = (context?: RequestContext) => server?.restUrl('/', context) ?? '';

    hooks.filter('rest_pre_serve_request').tap('discovery', (_served, response, request) => {
      const root = rootFor(request.context);
      if (root !== '') response.linkHeader(brand.apiLinkRelation, root);
    });

    const resourceRoute = hooks.filter('rest_queried_resource_route');
    const linksFor = ({ context, view }: ServedPage): DiscoveryLink[] => {
      const root = rootFor(context);
      if (root === '') return [];
      const route = resourceRoute.call(view?.route ?? '');
      const links: DiscoveryLink[] = [{ rel: brand.apiLinkRelation, href: root }];
      if (route !== '') {
        links.push({ rel: 'alternate', type: 'application/json', href: server!.restUrl(route, context) });
      }
      return links;
    };

    hooks.filter('cms_headers').tap('discovery', (headers, page) => {
      const links = linksFor(page);
      if (links.length === 0) return headers;
      const added = linkHeader(links);
      return { ...headers, Link: headers.Link === undefined ? added : `${headers.Link}, ${added}` };
    });

    hooks.filter('cms_head').tap('discovery', (markup, page) => {
      const links = linksFor(page);
      if (links.length === 0) return markup;
      const rsd = { rel: 'EditURI', type: 'application/rsd+xml', href: `${site.home}/xmlrpc.php?rsd` };
      return markup + linkTags([...links, rsd]);
    });

    serveRsd(host, rootFor);
  },
});

/** Serves the RSD document at `/rsd`, and where the field's clients ask for it. */
function serveRsd({ hooks, brand, site }: PluginHost, rootFor: (context?: RequestContext) => string): void {
  const answer = (http: HttpContext) => {
    const root = rootFor(new RequestContext({ http: httpInfoOf(http) }));
    const api: RsdApi = { name: `${brand.name.toUpperCase()}-API`, blogID: 1, preferred: false, apiLink: root };
    http.type = 'text/xml; charset=UTF-8';
    http.body = rsdDocument(site.home, root === '' ? [] : [api]);
  };
  hooks.action('http_routes').tap('discovery', (router) => {
    router.get('/rsd', answer);
    router.get('/xmlrpc.php', (http) => {
      if (Object.hasOwn(http.query, 'rsd')) answer(http);
      else http.status = 404;
    });
  });
}
