import { defaulted, object, record, string } from 'superstruct';
import { definePlugin, type HttpContext } from '../../core/index.ts';
import { gatherDependencies, SERVING } from './dependencies.ts';
import { themeHooks } from './hooks.ts';
import { commentsPath, PASSWORD_PATH } from './paths.ts';
import { isByForm, takeComment } from './post-comment.ts';
import { takePassword } from './post-password.ts';
import { Pages } from './respond.ts';
import { SIDEBAR } from './sidebar.ts';
import { STYLE_PATHS } from './style-sheet.ts';
import { isOfWriter } from './waiting-comment.ts';

export type { FrontPageLink, PageAnswer, PartName, Template, TitleParts } from './hooks.ts';
export { type AuthorData, type CommentData, embedded, type ItemData, type TermData } from './reading/data.ts';
export { Interface } from './reading/interface.ts';
export type { View, ViewKind } from './view.ts';

/**
 * The stage of `http_routes` at which the pages register: behind all other plugins, to serve all addresses that those
 * do not.
 */
const LAST = 1000;

/** A path, also below the folder that the site's address may have. */
const inAnyFolder = (path: string): RegExp => new RegExp(`^(?:/.*)?${path.replaceAll('.', '\\.')}$`);

/** The pages of the site: answers of the interface, written as HTML. */
export default definePlugin({
  name: 'theme',
  version: '0.1.0',
  description: 'Serves the site’s pages: home, items, archives, search, comments with a form.',
  group: 'site',
  cacheable: true,
  after: [...SERVING, 'autosaves', 'comments'],
  capabilities: ['authentication', 'content:read', 'options:read', 'pages'],
  hooks: themeHooks,
  options: object({
    /** The locations that the theme has for menus, by slug, with a description each; pages show the one of `primary`. */
    nav_menus: defaulted(record(string(), string()), {}),
  }),
  setup(host, { nav_menus }) {
    const { hooks } = host;
    const dependencies = gatherDependencies(host);
    const pages = new Pages(dependencies);
    // The pages of a WordPress that is served are those of its own theme.
    if (host.site.wordpress === undefined) dependencies.sidebars?.register(SIDEBAR);
    dependencies.menus?.register(nav_menus);

    hooks.filter('front_page_links').tap({ stage: -10 }, (links, { context }) => {
      const root = dependencies.server().restUrl('/', context);
      return root === '' ? links : [{ href: root, text: 'REST interface' }, ...links];
    });
    if (hooks.has('rest_allow_anonymous_comments')) {
      hooks.filter('rest_allow_anonymous_comments').tap('theme', (allowed, request) => allowed || isByForm(request));
    }
    if (hooks.has('rest_allow_reading_comment')) {
      hooks.filter('rest_allow_reading_comment').tap('theme', (allowed, _, request) => allowed || isOfWriter(request));
    }

    hooks.action('http_routes').tap({ stage: LAST }, (router) => {
      router.get(STYLE_PATHS, (http) => {
        const { text, path } = dependencies.styleSheets.current;
        const isCurrent = http.path.endsWith(path);
        http.type = 'text/css; charset=UTF-8';
        // A cached page may still request the style sheet before the last change.
        http.set('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
        http.set('X-Content-Type-Options', 'nosniff');
        http.body = text;
      });
      router.post(inAnyFolder(commentsPath(dependencies.site)), (http) => takeComment(http, pages));
      router.post(inAnyFolder(PASSWORD_PATH), (http) => takePassword(http, pages));
      const show = (http: HttpContext) => pages.show(http);
      router.get('/', show);
      router.get(/.*/, show);
    });
  },
});
