import { defaulted, integer, max, min, object } from 'superstruct';
import { definePlugin, type HttpContext, type RequestContext } from '../../core/index.ts';
import { pageContextOf } from '../../core/rest/index.ts';
import { ContentStatuses } from '../content-statuses/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Options } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermLinks, TermStore } from '../terms/index.ts';
import { UserStore } from '../users/index.ts';
import { indexDocument, sitemapDocument } from './documents.ts';
import { sitemapHooks } from './hooks.ts';
import { type SitemapList, type SitemapServices, sitemapLists } from './sitemaps.ts';

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
    options: '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    users: '^0.1.0',
  },
  capabilities: ['content:read', 'options:read', 'pages', 'users:read'],
  options: object({
    /** How many pages a sitemap lists at most. */
    urls_per_file: defaulted(max(min(integer(), 1), 20_000), 2000),
  }),
  hooks: sitemapHooks,
  setup({ hooks, site, brand, use }, { urls_per_file }) {
    const options = use(Options);
    const services: SitemapServices = {
      hooks,
      site,
      options,
      types: use(ContentTypes),
      statuses: use(ContentStatuses),
      taxonomies: use(Taxonomies),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      terms: use(TermStore),
      termLinks: use(TermLinks),
      users: use(UserStore),
    };
    const sitemap = brand.prefixed('sitemap');
    const INDEX = new RegExp(`^(?:/.*)?/(?:sitemap|${sitemap})\\.xml$`);
    const PART = new RegExp(`^(?:/.*)?/${sitemap}-((?:posts|taxonomies)-[\\w-]+|users)-([1-9]\\d{0,8})\\.xml$`);
    const isPublic = () => Number(options.get('blog_public', '1')) !== 0;
    /** The list that the first page of the site is in, where it is a list of posts and thus no item. */
    const listOfHome = () => (options.get('show_on_front', 'posts') === 'page' ? undefined : 'posts-page');

    /** How many sitemaps a list has. */
    const countOf = async (name: string, list: SitemapList): Promise<number> =>
      Math.max(Math.ceil((await list.total()) / urls_per_file), name === listOfHome() ? 1 : 0);

    const index = async (): Promise<string> => {
      const lists = [...sitemapLists(services)];
      const counts = await Promise.all(lists.map(([name, list]) => countOf(name, list)));
      const names = lists.flatMap(([name], at) =>
        Array.from({ length: counts[at]! }, (_, page) => `${name}-${page + 1}`),
      );
      return indexDocument(names.map((name) => `${site.home}/${sitemap}-${name}.xml`));
    };

    const part = async (path: string, context: RequestContext): Promise<string | undefined> => {
      const [, name = '', page = ''] = PART.exec(path) ?? [];
      const list = sitemapLists(services).get(name);
      if (list === undefined || Number(page) > (await countOf(name, list))) return undefined;
      const offset = (Number(page) - 1) * urls_per_file;
      const listed = await list.part({ number: urls_per_file, offset }, context);
      const isFirst = page === '1' && name === listOfHome();
      return sitemapDocument(isFirst ? [{ link: `${site.home}/`, modified: '' }, ...listed] : listed);
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
      // Crawlers that know nothing of the brand look for the index at `/sitemap.xml`.
      router.get(INDEX, async (http) => send(http, XML, isPublic() ? await index() : undefined));
      router.get(PART, async (http) => {
        const context = pageContextOf(http);
        send(http, XML, isPublic() ? await part(http.path, context) : undefined, context);
      });
      router.get('/robots.txt', (http) => {
        const rules = isPublic() ? `Disallow:\n\nSitemap: ${site.home}/${sitemap}.xml\n` : 'Disallow: /\n';
        const text = hooks.filter('robots_txt').call(`User-agent: *\n${rules}`, isPublic());
        send(http, 'text/plain; charset=UTF-8', text);
      });
    });
  },
});
