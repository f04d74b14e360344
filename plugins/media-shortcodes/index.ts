import { definePlugin } from '../../core/index.ts';
import { isHtml5, renderStages, Shortcodes } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { AttachmentImages, MediaStorage } from '../media/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { Themes } from '../themes/index.ts';
import type { ShortcodeDependencies } from './dependencies.ts';
import { shortcodeHooks } from './hooks.ts';
import { Instances } from './instances.ts';
import { audio } from './shortcodes/audio.ts';
import { caption } from './shortcodes/caption.ts';
import { embed } from './shortcodes/embed.ts';
import { gallery } from './shortcodes/gallery.ts';
import { playlist } from './shortcodes/playlist.ts';
import { video } from './shortcodes/video.ts';

/** The shortcodes of pictures and recordings. */
export default definePlugin({
  name: 'media-shortcodes',
  version: '0.1.0',
  description: 'Renders the shortcodes caption, gallery, audio, video, playlist and embed.',
  group: 'media',
  cacheable: true,
  requires: {
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    formatting: '^0.1.0',
    media: '^0.1.0',
    meta: '^0.1.0',
    posts: '^0.1.0',
  },
  after: ['class-list', 'themes'],
  capabilities: ['content:read', 'options:read'],
  hooks: shortcodeHooks,
  setup({ hooks, site, brand, use, find }) {
    const shortcodes = use(Shortcodes);
    const dependencies: ShortcodeDependencies = {
      site,
      hooks,
      types: use(ContentTypes),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      meta: use(MetaStore),
      images: use(AttachmentImages),
      storage: () => use(MediaStorage),
      shortcodes,
      instances: new Instances(),
      // Themes of blocks support HTML 5 by themselves.
      isHtml5: (context) => isHtml5(context) || find(Themes)?.active().isBlockTheme === true,
    };
    const withText = caption(dependencies);
    shortcodes.add('caption', withText);
    // The older name, under the brand and as contents from elsewhere have it.
    for (const prefix of new Set([brand.name, 'wp'])) shortcodes.add(`${prefix}_caption`, withText);
    shortcodes.add('gallery', gallery(dependencies));
    shortcodes.add('audio', audio(dependencies));
    shortcodes.add('video', video(dependencies));
    shortcodes.add('playlist', playlist(dependencies));
    shortcodes.add('embed', embed(dependencies));

    // What is embedded is there before paragraphs are made around it.
    hooks
      .filter('the_content')
      .tapPromise({ name: 'embeds', stage: renderStages.embeds, pure: true }, (content, context) =>
        content.includes('[embed') ? shortcodes.render(content, context, ['embed']) : content,
      );
  },
});
