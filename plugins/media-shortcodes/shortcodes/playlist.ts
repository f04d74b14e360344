import { cleanUrl, escapeAttribute, escapeHtml } from '../../../core/text/index.ts';
import type { ShortcodeHandler } from '../../content-rendering/index.ts';
import { CHOICE, chosenAttachments } from '../attachments.ts';
import { attributesOf, isOn } from '../attributes.ts';
import type { ShortcodeDependencies } from '../dependencies.ts';
import { fileUrls } from '../recordings.ts';

const DEFAULTS = { ...CHOICE, type: 'audio', style: 'light', tracklist: 'true', tracknumbers: 'true' };

/** Recordings one below the other, each with its own player, for which no script is needed: `[playlist ids="1,2"]`. */
export const playlist =
  (dependencies: ShortcodeDependencies): ShortcodeHandler =>
  async (given, _content, _tag, context) => {
    const { hooks, instances, site } = dependencies;
    const number = instances.next('playlist', context);
    const replaced = await hooks.filter('post_playlist').promise('', given, number);
    if (replaced !== '') return replaced;
    const attributes = attributesOf(hooks, 'playlist', DEFAULTS, given);
    const kind = attributes.type === 'video' ? 'video' : 'audio';
    const tracks = await chosenAttachments(attributes, kind, dependencies, context);
    if (tracks.length === 0) return '';
    const listed = isOn(attributes.tracklist) ? tracks : tracks.slice(0, 1);
    const urls = await fileUrls(listed, dependencies);
    const shown = listed.map(({ title }, index) => {
      const url = escapeAttribute(cleanUrl(urls[index]!));
      const player = `<${kind} controls="controls" preload="none" src="${url}"></${kind}>`;
      return `<li><a href="${url}">${escapeHtml(title)}</a>${player}</li>`;
    });
    const { prefixed } = site.brand;
    const style = attributes.style === 'dark' ? 'dark' : 'light';
    const classes = `${prefixed('playlist')} ${prefixed(`${kind}-playlist`)} ${prefixed(`playlist-${style}`)}`;
    const list = isOn(attributes.tracknumbers) ? 'ol' : 'ul';
    return `<div class="${classes}"><${list}>${shown.join('')}</${list}></div>`;
  };
