import { cleanUrl } from '../../../core/text/index.ts';
import type { ShortcodeHandler } from '../../content-rendering/index.ts';
import { attributesOf, integerOf, isOn } from '../attributes.ts';
import { itemOf, type ShortcodeDependencies } from '../dependencies.ts';
import { type RecordingKind, recordingElement, recordingLink, recordingsOf } from '../recordings.ts';

/** Moving pictures, in the types that browsers play. */
export const VIDEO: RecordingKind = {
  name: 'video',
  types: { mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm', ogv: 'video/ogg', flv: 'video/x-flv' },
};

/** The measures of a video that tells none, in pixels. */
const [WIDTH, HEIGHT] = [640, 360];

/** The most pixels that a side has. */
const MOST = 10_000;

/** Moving pictures to be played: `[video src="a.mp4" width="320" height="240" poster="a.png"]`. */
export const video =
  (dependencies: ShortcodeDependencies): ShortcodeHandler =>
  async (given, content, _tag, context) => {
    const { hooks, instances, site } = dependencies;
    const number = instances.next('video', context);
    const replaced = await hooks.filter('wp_video_shortcode_override').promise('', given, content ?? '', number);
    if (replaced !== '') return replaced;
    const sourceNames = Object.fromEntries(['src', ...Object.keys(VIDEO.types)].map((name) => [name, '']));
    const defaults = {
      ...sourceNames,
      poster: '',
      loop: '',
      autoplay: '',
      muted: 'false',
      preload: 'metadata',
      width: String(WIDTH),
      height: String(HEIGHT),
      class: site.brand.prefixed('video-shortcode'),
    };
    const attributes = attributesOf(hooks, 'video', defaults, given);
    const recordings = await recordingsOf(attributes, VIDEO, dependencies, context);
    if ('link' in recordings) return recordingLink(site.brand.prefixed('embedded-video'), recordings.link);
    if (recordings.sources.length === 0) return '';
    const side = (text: string, standard: number) => Math.min(Math.abs(integerOf(text)), MOST) || standard;
    const [width, height] = [side(attributes.width, WIDTH), side(attributes.height, HEIGHT)];
    const shown = {
      class: hooks.filter('wp_video_shortcode_class').call(attributes.class, attributes),
      id: `video-${itemOf(context)}-${number}`,
      width: String(width),
      height: String(height),
      poster: cleanUrl(attributes.poster),
      loop: isOn(attributes.loop) ? '1' : '',
      autoplay: isOn(attributes.autoplay) ? '1' : '',
      muted: isOn(attributes.muted) ? '1' : '',
      preload: attributes.preload,
    };
    const element = recordingElement(VIDEO, shown, recordings.sources, content ?? '', number);
    const outer = `<div style="width: ${width}px;" class="${site.brand.prefixed('video')}">${element}</div>`;
    return hooks.filter('wp_video_shortcode').promise(outer, attributes, itemOf(context));
  };
