import { defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin, type HttpContext, type RequestContext } from '../../core/index.ts';
import { pageContextOf } from '../../core/rest/index.ts';
import { ContentStatuses } from '../content-statuses/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { Options } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermLinks, TermStore } from '../terms/index.ts';
import { UserStore } from '../users/index.ts';
import { indexDocument, sitemapDocument } from './documents.ts';
import { sitemapHooks } from './hooks.ts';
import { placesOf } from './places.ts';

const PART = /^(?:\/.*)?\/sitemap-([a-z]+)-([1-9]\d{0,8})\.xml$/;

/** Sitemaps of all public pages, and robots.txt. */
export default definePlugin({
  name: 'sitemaps',
  version: '0.1.0',
  description: 'Serves sitemaps of the site’s pages, and robots.txt.',
  group: 'site',
  cacheable: true,
  requires: {
    'content-statuses': '^0.1.0',
    'content-types': '^0.1.0',
    database: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    users: '^0.1.0',
  },
  capabilities: ['content:read', 'database', 'options:read', 'pages', 'users:read'],
  options: object({
    /** How many ids a sitemap covers, which is the most that it lists. */
    ids_per_file: defaulted(max(min(integer(), 1), 20_000), 2000),
  }),
  hooks: sitemapHooks,
  setup({ hooks, site, brand, use }, { ids_per_file }) {
    const options = use(Options);
    const places = placesOf({
      site,
      options,
      database: use(Database),
      types: use(ContentTypes),
      statuses: use(ContentStatuses),
      taxonomies: use(Taxonomies),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      terms: use(TermStore),
      termLinks: use(TermLinks),
      users: use(UserStore),
    });
    const isPublic = () => Number(options.get('blog_public', '1')) !== 0;

    const index = async (): Promise<string> => {
      const parts = async ([kind, { highest }]: (typeof kinds)[number]) =>
        Array.from({ length: Math.ceil((await highest()) / ids_per_file) }, (_, at) => `${kind}-${at + 1}`);
      const kinds = Object.entries(places);
      const names = (await Promise.all(kinds.map(parts))).flat();
      return indexDocument(names.map((name) => `${site.home}/sitemap-${name}.xml`));
    };

    const part = async (path: string, context: RequestContext): Promise<string | undefined> => {
      const [, kind = '', number = ''] = PART.exec(path) ?? [];
      const found = Object.hasOwn(places, kind) ? places[kind] : undefined;
      const first = (Number(number) - 1) * ids_per_file + 1;
      if (found === undefined || first > (await found.highest())) return undefined;
      const ids = Array.from({ length: ids_per_file }, (_, at) => first + at);
      const home = kind === 'items' && number === '1' && options.get('show_on_front', 'posts') !== 'page';
      const listed = await found.among(ids, context);
      return sitemapDocument(home ? [{ link: `${site.home}/`, modified: '' }, ...listed] : listed);
    };

    const send = (http: HttpContext, type: string, body: string | undefined, context = pageContextOf(http)) => {
      const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
      const page = { url: `${site.home}${http.path}`, context };
      const written = { status: body === undefined ? 404 : 200, headers, body: body ?? '' };
      const served = hooks.filter('page_served').call(written, page);
      http.status = served.status;
      for (const [name, value] of Object.entries(served.headers)) http.set(name, value);
      http.body = served.body;
    };
    const XML = 'application/xml; charset=UTF-8';

    hooks.action('http_routes').tap('sitemaps', (router) => {
      const sendIndex = async (http: HttpContext) => send(http, XML, isPublic() ? await index() : undefined);
      router.get(/^(?:\/.*)?\/sitemap\.xml$/, sendIndex);
      // Crawlers look for the index at this address first.
      router.get(`/${brand.prefixed('sitemap.xml')}`, sendIndex);
      router.get(PART, async (http) => {
        const context = pageContextOf(http);
        send(http, XML, isPublic() ? await part(http.path, context) : undefined, context);
      });
      router.get('/robots.txt', (http) => {
        const rules = isPublic() ? `Disallow:\n\nSitemap: ${site.home}/sitemap.xml\n` : 'Disallow: /\n';
        const text = hooks.filter('robots_txt').call(`User-agent: *\n${rules}`, isPublic());
        send(http, 'text/plain; charset=UTF-8', text);
      });
    });
  },
});
