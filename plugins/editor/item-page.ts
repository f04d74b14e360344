import { addQueryArgs, type HttpContext, html } from '../../core/index.ts';
import { preferencesKey } from '../persisted-preferences/index.ts';
import type { Post } from '../posts/index.ts';
import { queryText } from '../sessions/index.ts';
import type { Build } from './build.ts';
import { typeFor } from './item-types.ts';
import type { EditorKit } from './kit.ts';
import { jsonIn, sendPage } from './page.ts';
import { preloadPaths } from './preload-paths.ts';
import { sendRefusal } from './refusal.ts';
import { assetUrl, editorSettings } from './settings.ts';
import type { Visitor } from './visitor.ts';

/** Shows an item in the block editor to those who may edit it. */
export async function showItem(http: HttpContext, visitor: Visitor, build: Build, kit: EditorKit): Promise<void> {
  const { site } = kit;
  const post = await kit.posts.byId(Number(queryText(http, 'post')) || 0);
  const { user } = visitor.context;
  const type = post === null ? undefined : typeFor(post.type, user, kit.types);
  // Whether there is an item is told to those alone who may edit it.
  if (post === null || type === undefined || !user.can('edit_post', post)) {
    return sendRefusal(http, 'There is no such item that you may edit.', kit);
  }
  if (post.status === 'trash') {
    return http.redirect(addQueryArgs(`${site.home}/editor`, { type: post.type, status: 'trash' }));
  }
  const { files } = build;
  sendPage(http, {
    title: `${type.labels.edit_item} – ${kit.options.get('blogname', '')}`,
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
<script type="application/json" id="editor-data">${jsonIn(await pageData(http, post, visitor, build, kit))}</script>
</body>`,
  });
}

/** What holds of whoever prefers nothing yet: no guide for the first time, which asks another site for pictures. */
const FIRST_PREFERENCES = { 'core/edit-post': { welcomeGuide: false, welcomeGuideTemplate: false } };

/** What the page's script is handed. */
async function pageData(http: HttpContext, post: Post, { context: { user } }: Visitor, build: Build, kit: EditorKit) {
  const { hooks, options, brand, clients, meta, clock } = kit;
  const paths = await hooks.filter('block_editor_rest_api_preload_paths').promise(preloadPaths(post, kit), post);
  const { timezone, gmtOffset } = clock.zone();
  return {
    brand: brand.name,
    client: await clients.settings(http, paths),
    user: user.id,
    preferences: (await meta.get('user', user.id, preferencesKey(brand)))[0] ?? FIRST_PREFERENCES,
    item: {
      id: post.id,
      type: post.type,
      // One that was never saved begins empty, whatever it is kept as meanwhile.
      edits: post.status === 'auto-draft' ? { title: '', content: '', excerpt: '' } : null,
    },
    settings: await hooks.filter('block_editor_settings_all').promise(editorSettings(post, user, build, kit), post),
    dates: {
      formats: { date: options.get('date_format', 'F j, Y'), time: options.get('time_format', 'g:i a') },
      startOfWeek: Number(options.get('start_of_week', 1)),
      timezone: { offset: gmtOffset, offsetFormatted: String(gmtOffset), string: timezone, abbr: '' },
    },
  };
}
