import { asyncFilter, filter } from '../../core/index.ts';
import type { RenderContext, ShortcodeAttributes } from '../content-rendering/index.ts';

const requiredPermissions = 'content:read';

const gallery = (what: string) =>
  asyncFilter<[output: string, attributes: ShortcodeAttributes, instance: number]>({
    params: ['output', 'attr', 'instance'],
    requiredPermissions,
    meaning: `Makes the markup of a ${what} in the place of the site; an empty text leaves it to the site.`,
  });

const override = (what: string) =>
  asyncFilter<[html: string, attributes: ShortcodeAttributes, content: string, instance: number]>({
    params: ['html', 'attr', 'content', 'instance'],
    requiredPermissions,
    meaning: `Makes the markup of ${what} in the place of the site; an empty text leaves it to the site.`,
  });

const classOf = (what: string) =>
  filter<[className: string, attributes: ShortcodeAttributes]>({
    params: ['class_name', 'atts'],
    requiredPermissions,
    meaning: `Adjusts the classes of ${what}; they are escaped afterwards.`,
  });

const made = (what: string) =>
  asyncFilter<[html: string, attributes: ShortcodeAttributes, postId: number]>({
    params: ['html', 'atts', 'post_id'],
    requiredPermissions,
    meaning: `Adjusts the markup of ${what}.`,
  });

/** The hooks that the shortcodes of media fire. */
export const shortcodeHooks = {
  'shortcode_atts_{shortcode}': filter<
    [out: Record<string, string>, pairs: Readonly<Record<string, string>>, atts: ShortcodeAttributes, shortcode: string]
  >({
    params: ['out', 'pairs', 'atts', 'shortcode'],
    requiredPermissions,
    meaning: 'Adjusts the attributes of a shortcode once its defaults are in.',
  }),
  img_caption_shortcode: asyncFilter<[output: string, attributes: ShortcodeAttributes, content: string]>({
    params: ['output', 'attr', 'content'],
    requiredPermissions,
    meaning:
      'Makes the markup of an image with its text in the place of the site; an empty text leaves it to the site.',
  }),
  img_caption_shortcode_width: filter<[width: number, attributes: ShortcodeAttributes, content: string]>({
    params: ['width', 'atts', 'content'],
    requiredPermissions,
    meaning: 'Says how wide an image with its text is, in pixels; 0 for as wide as it likes.',
  }),
  post_gallery: gallery('gallery'),
  use_default_gallery_style: filter<[print: boolean]>({
    params: ['print'],
    meaning: 'Says whether a gallery brings rules of its own.',
  }),
  gallery_style: filter<[start: string]>({
    params: ['gallery_style'],
    requiredPermissions,
    meaning: 'Adjusts the rules of a gallery and the tag that it begins with.',
  }),
  post_playlist: gallery('playlist'),
  wp_audio_shortcode_override: override('sound'),
  wp_audio_shortcode_class: classOf('sound'),
  wp_audio_shortcode: made('sound'),
  wp_video_shortcode_override: override('a video'),
  wp_video_shortcode_class: classOf('a video'),
  wp_video_shortcode: made('a video'),
  embed_maybe_make_link: asyncFilter<
    [output: string, url: string, attributes: ShortcodeAttributes, context: RenderContext]
  >({
    params: ['output', 'url', 'attr', 'context'],
    requiredPermissions,
    meaning: 'Makes the markup of something that is embedded, where the site has but a link.',
  }),
};

type ShortcodeHooks = typeof shortcodeHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends ShortcodeHooks {}
}
