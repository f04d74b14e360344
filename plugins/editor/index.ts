import { defaulted, object, string } from 'superstruct';
import { addQueryArgs, definePlugin, type HttpContext, UserLoader } from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import { Autosaves } from '../autosaves/index.ts';
import { PageClients } from '../client-settings/index.ts';
import { BlockTypes } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { GlobalStyles } from '../global-styles/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Nonces } from '../nonces/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { PostLocks } from '../post-locks/index.ts';
import { PostStore } from '../posts/index.ts';
import { Preloader } from '../preloading/index.ts';
import { BrowserSessions, formText, isFromOwnPage, queryText, Sessions } from '../sessions/index.ts';
import { Themes } from '../themes/index.ts';
import { tellAutosaveSupport } from './autosave-support.ts';
import { BUILD_FOLDER, type Build, readBuild, sendAsset } from './build.ts';
import type { EditorDependencies } from './dependencies.ts';
import { answerHeartbeat, releaseLock } from './heartbeat.ts';
import { editorHooks } from './hooks.ts';
import { showItem } from './item-page.ts';
import { beginItem, itemUrl, leadToRevision, restoreItem } from './items.ts';
import { showList } from './list-page.ts';
import { sendRefusal } from './refusal.ts';
import { sendSignedIn } from './signed-in.ts';
import { type Visitor, visitorOf } from './visitor.ts';

export type { EditorSettings } from './hooks.ts';

const HINT = 'The block editor is not built yet: run "npm run build:editor" in the folder of Tappet.';

/** The block editor, built from published packages, at `/editor`. */
export default definePlugin({
  name: 'editor',
  version: '0.1.0',
  description: 'Serves lists of items and the block editor at /editor.',
  group: 'editor',
  cacheable: true,
  requires: {
    'client-settings': '^0.1.0',
    'content-types': '^0.1.0',
    meta: '^0.1.0',
    nonces: '^0.1.0',
    options: '^0.1.0',
    'persisted-preferences': '^0.1.0',
    posts: '^0.1.0',
    preloading: '^0.1.0',
    sessions: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['autosaves', 'content-rendering', 'themes', 'global-styles', 'media', 'post-locks', 'theme'],
  capabilities: ['authentication', 'content:write', 'files', 'options:read', 'pages', 'requests', 'users:write'],
  options: object({
    /** Where the built editor is. */
    folder: defaulted(string(), BUILD_FOLDER),
  }),
  hooks: editorHooks,
  setup(host, { folder }) {
    const { hooks, site, brand, use, find } = host;
    const dependencies: EditorDependencies = {
      site,
      brand,
      hooks,
      options: use(Options),
      clock: use(SiteClock),
      users: use(UserLoader),
      browser: use(BrowserSessions),
      types: use(ContentTypes),
      posts: use(PostStore),
      meta: use(MetaStore),
      preloader: use(Preloader),
      clients: use(PageClients),
      nonces: use(Nonces),
      blocks: find(BlockTypes),
      autosaves: find(Autosaves),
      locks: find(PostLocks),
      themes: find(Themes),
      styles: find(GlobalStyles),
    };
    const [sessions, credentials] = [use(Sessions), use(Credentials)];
    tellAutosaveSupport(hooks, () => sessions.cookieName, credentials);

    type Handler = (http: HttpContext, visitor: Visitor, build: Build) => Promise<void> | void;
    /** Hands a request on when there is an editor, and someone is signed in. */
    const page = (handler: Handler) => async (http: HttpContext) => {
      const build = await readBuild(folder);
      if (build === undefined) {
        Object.assign(http, { status: 503, type: 'text/plain; charset=utf-8', body: `${HINT}\n` });
        return;
      }
      const visitor = await visitorOf(http, dependencies);
      if (visitor !== undefined) await handler(http, visitor, build);
    };
    const write = (handler: Handler) =>
      page((http, visitor, build) =>
        isFromOwnPage(http, site)
          ? handler(http, visitor, build)
          : sendRefusal(http, 'The form came from another site. Please try again.', dependencies, 403),
      );
    const list = page((http, visitor) => showList(http, visitor, dependencies));

    hooks.action('http_routes').tap('editor', (router) => {
      router.get('/editor/assets/:file', (http) => sendAsset(http, folder));
      router.get('/editor', async (http) => {
        const id = queryText(http, 'post');
        return id === '' ? list(http) : http.redirect(itemUrl(Number(id) || 0, dependencies));
      });
      router.post(
        '/editor',
        write((http, visitor) =>
          formText(http, 'restore') === ''
            ? beginItem(http, visitor, dependencies)
            : restoreItem(http, visitor, dependencies),
        ),
      );
      router.get(
        '/editor/signed-in',
        page((http) => sendSignedIn(http, dependencies)),
      );
      router.post('/editor/heartbeat', (http) => answerHeartbeat(http, dependencies));
      router.post('/editor/release', (http) => releaseLock(http, dependencies));
      // The names by which the editor's packages lead to pages, and write the one of an item into the address bar.
      router.get('/editor/edit.php', list);
      router.get(
        '/editor/revision.php',
        page((http, visitor) => leadToRevision(http, visitor, dependencies)),
      );
      router.get(
        '/editor/post.php',
        page((http, visitor, build) => showItem(http, visitor, build, dependencies)),
      );
      router.get(
        '/editor/post-new.php',
        page((http, visitor) =>
          http.get('Sec-Fetch-Site') === 'same-origin'
            ? beginItem(http, visitor, dependencies)
            : http.redirect(addQueryArgs(`${site.home}/editor`, { type: queryText(http, 'post_type') || 'post' })),
        ),
      );
    });

    if (hooks.has('front_page_links')) {
      hooks.filter('front_page_links').tapPromise('editor', async (links, { context }) => {
        const cookie = (context && credentials.http(context))?.cookie(sessions.cookieName) ?? '';
        const isSignedIn = typeof (await sessions.verify(cookie)) !== 'string';
        return isSignedIn ? [...links, { href: `${site.home}/editor`, text: 'Write' }] : links;
      });
    }
  },
});
