import type { ShortcodeHandler } from '../../content-rendering/index.ts';
import { safeCss } from '../../formatting/index.ts';
import { attributesOf, isOn } from '../attributes.ts';
import { itemOf, type ShortcodeDependencies } from '../dependencies.ts';
import { type RecordingKind, recordingElement, recordingLink, recordingsOf } from '../recordings.ts';

/** Sound, in the types that browsers play. */
export const AUDIO: RecordingKind = {
  name: 'audio',
  types: { mp3: 'audio/mpeg', ogg: 'audio/ogg', flac: 'audio/flac', m4a: 'audio/mpeg', wav: 'audio/wav' },
};

/** Sound to be played: `[audio src="a.mp3" loop="on"]`. */
export const audio =
  (dependencies: ShortcodeDependencies): ShortcodeHandler =>
  async (given, content, _tag, context) => {
    const { hooks, instances, site } = dependencies;
    const number = instances.next('audio', context);
    const replaced = await hooks.filter('wp_audio_shortcode_override').promise('', given, content ?? '', number);
    if (replaced !== '') return replaced;
    const className = site.brand.prefixed('audio-shortcode');
    const sourceNames = Object.fromEntries(['src', ...Object.keys(AUDIO.types)].map((name) => [name, '']));
    const defaults = {
      ...sourceNames,
      loop: '',
      autoplay: '',
      preload: 'none',
      class: className,
      style: 'width: 100%;',
    };
    const attributes = attributesOf(hooks, 'audio', defaults, given);
    const recordings = await recordingsOf(attributes, AUDIO, dependencies, context);
    if ('link' in recordings) return recordingLink(site.brand.prefixed('embedded-audio'), recordings.link);
    if (recordings.sources.length === 0) return '';
    const shown = {
      class: hooks.filter('wp_audio_shortcode_class').call(attributes.class, attributes),
      id: `audio-${itemOf(context)}-${number}`,
      loop: isOn(attributes.loop) ? '1' : '',
      autoplay: isOn(attributes.autoplay) ? '1' : '',
      preload: attributes.preload,
      style: terminated(safeCss(attributes.style)),
    };
    const element = recordingElement(AUDIO, shown, recordings.sources, content ?? '', number);
    return hooks.filter('wp_audio_shortcode').promise(element, attributes, itemOf(context));
  };

/** Declarations with the sign that ends the last one. */
const terminated = (css: string): string => (css === '' || css.endsWith(';') ? css : `${css};`);
