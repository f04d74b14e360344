import { addQueryArgs, type HttpContext } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';
import { queryText } from '../sessions/index.ts';
import type { Build } from './build.ts';
import type { EditorDependencies } from './dependencies.ts';
import { itemId } from './item-id.ts';
import { typeFor } from './item-types.ts';
import { takeOver } from './lock-settings.ts';
import { jsonIn, sendPage } from './page.ts';
import { pageData } from './page-data.ts';
import { sendRefusal } from './refusal.ts';
import { assetUrl } from './settings.ts';
import type { Visitor } from './visitor.ts';

/** Shows an item in the block editor to users who may edit it. */
export async function showItem(
  http: HttpContext,
  visitor: Visitor,
  build: Build,
  dependencies: EditorDependencies,
): Promise<void> {
  const { site } = dependencies;
  const post = await dependencies.posts.byId(itemId(queryText(http, 'post')));
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
