import { definePlugin, type RequestContext, type RestServer } from '../../core/index.ts';
import { escapeAttribute, stripAllTags } from '../../core/text/index.ts';
import { Options } from '../options/index.ts';
import { type CommentData, Interface, type View } from '../theme/index.ts';
import { commentEntry, itemEntry } from './entries.ts';
import type { Entry, Feed } from './feed.ts';
import { rssDocument } from './rss.ts';

/** A format of feeds. */
interface Format {
  readonly type: string;
  readonly write: (feed: Feed) => string | Promise<string>;
}

const RSS: Format = { type: 'application/rss+xml', write: rssDocument };
const ATOM: Format = {
  type: 'application/atom+xml',
  write: async (feed) => (await import('./atom.ts')).atomDocument(feed),
};

/** The formats by the names that addresses have for them. */
const FORMATS: ReadonlyMap<string | undefined, Format> = new Map([
  ['feed', RSS],
  ['rss', RSS],
  ['rss2', RSS],
  ['atom', ATOM],
]);

/** Feeds of all lists of the site, of its comments, and of the comments on one item. */
export default definePlugin({
  name: 'feeds',
  version: '0.1.0',
  description: 'Serves lists of items, and comments, as feeds, RSS 2.0 or Atom.',
  group: 'site',
  cacheable: true,
  requires: { options: '^0.1.0', theme: '^0.1.0' },
  capabilities: ['options:read', 'pages'],
  setup({ hooks, brand, site, use }) {
    // Another theme plugin in place of `theme` may not declare the hook by which feeds are served.
    if (!hooks.has('template_redirect')) return;
    const options = use(Options);
    let server: RestServer | undefined;
    hooks.action('rest_api_init').tap('feeds', (created) => {
      server = created;
    });

    const isPlain = () => site.permalinks === 'plain' || options.get('permalink_structure', '') === '';
    const index = () => (site.permalinks === 'index' ? `/${site.index}` : '');
    const address = (path: string, query: string) => `${site.home}${isPlain() ? `/?feed=${query}` : index() + path}`;

    hooks.filter('cms_head').tap('feeds', (markup) => {
      const name = escapeAttribute(options.get('blogname', ''));
      const link = (title: string, href: string) =>
        `<link rel="alternate" type="application/rss+xml" title="${title}" href="${escapeAttribute(href)}" />\n`;
      const comments = link(`${name}: comments`, address('/comments/feed/', 'comments-rss2'));
      return markup + link(name, address('/feed/', 'rss2')) + comments;
    });

    /** The latest comments, all or those on an item, as far as the visitor may read them. */
    const comments = async (post: number | undefined, context: RequestContext): Promise<Entry[]> => {
      const rest = new Interface(server!, context);
      const perPage = Number(options.get('posts_per_rss', '10')) || 10;
      const query = { per_page: perPage, _embed: 'up', ...(post === undefined ? {} : { post }) };
      const { ok, data } = await rest.get<CommentData[]>(rest.core('comments'), query);
      return ok ? data.map(commentEntry) : [];
    };

    const entriesOf = (view: View, context: RequestContext): Promise<Entry[]> | Entry[] => {
      if (view.item !== undefined) return comments(view.item.id, context);
      if (view.pageRequest.commentsFeed) return comments(undefined, context);
      return view.items.map((item) => itemEntry(item, brand.compactRelation('term')));
    };

    hooks.filter('template_redirect').tapPromise('feeds', async (answer, view, context) => {
      const { pageRequest } = view;
      const format = FORMATS.get(pageRequest.feed);
      if (answer !== null || format === undefined || view.status !== 200) return answer;
      const name = options.get('blogname', '');
      const of = pageRequest.commentsFeed ? 'Comments' : stripAllTags(view.title);
      const { query, path } = pageRequest;
      const body = await format.write({
        title: of === '' ? name : `${of} – ${name}`,
        description: stripAllTags(view.description) || options.get('blogdescription', ''),
        link: view.link || `${site.home}/`,
        self: `${site.home}${path.split('/').map(encodeURIComponent).join('/')}${query.size === 0 ? '' : `?${query}`}`,
        language: (options.get('WPLANG', '') || 'en_US').replaceAll('_', '-'),
        entries: await entriesOf(view, context),
      });
      return { body, type: `${format.type}; charset=UTF-8` };
    });
  },
});
