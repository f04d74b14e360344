import { defaulted, object, string } from 'superstruct';
import { definePlugin, UserLoader } from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import { Autosaves } from '../autosaves/index.ts';
import { PageClients } from '../client-settings/index.ts';
import { BlockTypes } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { GlobalStyles } from '../global-styles/index.ts';
import { Nonces } from '../nonces/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { PersistedPreferences } from '../persisted-preferences/index.ts';
import { PostLocks } from '../post-locks/index.ts';
import { PostStore } from '../posts/index.ts';
import { Preloader } from '../preloading/index.ts';
import { BrowserSessions, Sessions } from '../sessions/index.ts';
import { Themes } from '../themes/index.ts';
import { tellAutosaveSupport } from './autosave-support.ts';
import { BUILD_FOLDER } from './build.ts';
import { buildCommand } from './build-command.ts';
import type { EditorDependencies } from './dependencies.ts';
import { editorHooks } from './hooks.ts';
import { servePages } from './routes.ts';

export type { EditorSettings } from './hooks.ts';

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
      preferences: use(PersistedPreferences),
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
    host.command(buildCommand(folder));
    tellAutosaveSupport(hooks, () => sessions.cookieName, credentials);

    hooks.action('http_routes').tap('editor', (router) => servePages(router, folder, dependencies));
    if (hooks.has('front_page_links')) {
      hooks.filter('front_page_links').tapPromise('editor', async (links, { context }) => {
        const cookie = (context && credentials.http(context))?.cookie(sessions.cookieName) ?? '';
        const isSignedIn = typeof (await sessions.verify(cookie)) !== 'string';
        return isSignedIn ? [...links, { href: `${site.home}/editor`, text: 'Write' }] : links;
      });
    }
  },
});
