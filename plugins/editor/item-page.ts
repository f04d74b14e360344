import { addQueryArgs, type HttpContext } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';
import { preferencesKey } from '../persisted-preferences/index.ts';
import type { Post } from '../posts/index.ts';
import { queryText } from '../sessions/index.ts';
import { allowedBlocks, blockDefinitions } from './block-settings.ts';
import type { Build } from './build.ts';
import type { EditorDependencies } from './dependencies.ts';
import { HEARTBEAT } from './heartbeat.ts';
import { typeFor } from './item-types.ts';
import { lockSettings, takeOver } from './lock-settings.ts';
import { jsonIn, sendPage } from './page.ts';
import { preloadPaths } from './preload-paths.ts';
import { sendRefusal } from './refusal.ts';
import { assetUrl, editorSettings } from './settings.ts';
import type { Visitor } from './visitor.ts';

/** Shows an item in the block editor to users who may edit it. */
export async function showItem(
  http: HttpContext,
  visitor: Visitor,
  build: Build,
  dependencies: EditorDependencies,
): Promise<void> {
  const { site } = dependencies;
  const post = await dependencies.posts.byId(Number(queryText(http, 'post')) || 0);
  const { user } = visitor.context;
  const type = post === null ? undefined : typeFor(post.type, user, dependencies.types);
  // Only users who may edit an item learn whether it exists.
  if (post === null || type === undefined || !user.can('edit_post', post)) {
    return sendRefusal(http, 'There is no such item that you may edit.', dependencies);
  }
  if (post.status === 'trash') {
    return http.redirect(addQueryArgs(`${site.home}/editor`, { type: post.type, status: 'trash' }));
  }
  if (queryText(http, 'get-post-lock') !== '') return takeOver(http, post, visitor, dependencies);
  const { files } = build;
  sendPage(http, {
    title: `${type.labels.edit_item} – ${dependencies.options.get('blogname', '')}`,
    policy: {
      'script-src': "'self'",
      // The editor styles elements as it goes along.
      'style-src': "'self' 'unsafe-inline'",
      'font-src': "'self' data: https:",
      // Pictures and films of other sites may be shown in an item.
      'img-src': '* data: blob:',
      'media-src': '* blob:',
      'connect-src': `'self' ${new URL(site.home).origin} blob: data:`,
      // The canvas is a frame; embeds are.
      'frame-src': "'self' blob: https:",
      'worker-src': "'self' blob:",
    },
    head: html`<link rel="stylesheet" href="${assetUrl(site.home, files['editor.css'])}">
<script type="module" src="${assetUrl(site.home, files['editor.js'])}"></script>`,
    body: html`<body class="block-editor-page is-fullscreen-mode admin-color-modern post-type-${post.type}">
<header class="site-bar"><a href="${addQueryArgs(`${site.home}/editor`, { type: type.name })}">${type.labels.all_items}</a></header>
<div id="editor" class="block-editor__container"></div>
<noscript><p>The block editor needs JavaScript.</p></noscript>
<script type="application/json" id="editor-data">${jsonIn(await pageData(http, post, visitor, build, dependencies))}</script>
</body>`,
  });
}

/** The defaults of a user without preferences: no welcome guide, because it loads pictures from another site. */
const FIRST_PREFERENCES = { 'core/edit-post': { welcomeGuide: false, welcomeGuideTemplate: false } };

/** Where the newest autosave of an item is to be looked at, if someone wrote it after the item was saved. */
async function autosaveSettings(post: Post, { autosaves, site }: Pick<EditorDependencies, 'autosaves' | 'site'>) {
  const [newest] = (await autosaves?.of(post)) ?? [];
  if (newest === undefined || newest.modifiedGmt <= post.modifiedGmt) return {};
  return { autosave: { editLink: addQueryArgs(`${site.home}/editor/revision.php`, { revision: newest.id }) } };
}

/** The data that the page's script gets. */
async function pageData(
  http: HttpContext,
  post: Post,
  visitor: Visitor,
  build: Build,
  dependencies: EditorDependencies,
) {
  const { hooks, options, brand, blocks, clients, meta, clock, locks, site } = dependencies;
  const { user } = visitor.context;
  const settings = editorSettings(post, user, build, dependencies);
  const paths = await hooks
    .filter('block_editor_rest_api_preload_paths')
    .promise(preloadPaths(post, dependencies), post);
  const { timezone, gmtOffset } = clock.zone();
  return {
    brand: brand.name,
    client: await clients.settings(http, paths),
    signIn: addQueryArgs(`${site.home}/login`, { 'interim-login': 1, redirect_to: `${site.home}/editor/signed-in` }),
    user: user.id,
    preferences: (await meta.get('user', user.id, preferencesKey(brand)))[0] ?? FIRST_PREFERENCES,
    blocks: blocks === undefined ? {} : blockDefinitions(blocks),
    item: {
      id: post.id,
      type: post.type,
      // An item that was never saved begins with empty texts, whatever is stored.
      edits: post.status === 'auto-draft' ? { title: '', content: '', excerpt: '' } : null,
    },
    settings: await hooks.filter('block_editor_settings_all').promise(
      {
        ...settings,
        ...(blocks === undefined ? {} : { allowedBlockTypes: allowedBlocks(blocks) }),
        ...(await autosaveSettings(post, dependencies)),
        ...(await lockSettings(post, visitor, dependencies)),
      },
      post,
    ),
    heartbeat: locks && { url: `${site.home}/editor/heartbeat`, interval: HEARTBEAT },
    dates: {
      formats: { date: options.get('date_format', 'F j, Y'), time: options.get('time_format', 'g:i a') },
      startOfWeek: Number(options.get('start_of_week', 1)),
      timezone: { offset: gmtOffset, offsetFormatted: String(gmtOffset), string: timezone, abbr: '' },
    },
  };
}
