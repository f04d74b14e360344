import { addQueryArgs } from '../../core/index.ts';
import { cleanUrl, escapeAttribute, escapeHtml } from '../../core/text/index.ts';
import type { RenderContext, ShortcodeAttributes } from '../content-rendering/index.ts';
import { FILE } from '../media/index.ts';
import { CHOICE, chosenAttachments } from './attachments.ts';
import type { ShortcodeDependencies } from './dependencies.ts';

/** A kind of recordings, with the media types of its files by extension in the order in which they are offered. */
export interface RecordingKind {
  readonly name: 'audio' | 'video';
  readonly types: Readonly<Record<string, string>>;
}

/** A file that is offered to be played. */
export interface Source {
  readonly url: string;
  readonly type: string;
}

/** The recordings that a shortcode names: a link where it names a file of another kind. */
export type Recordings = { readonly link: string } | { readonly sources: readonly Source[] };

const extensionOf = (url: string): string => /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';

/** The files that the attributes of a shortcode name; where they name none, the first of the kind that the item has. */
export async function recordingsOf(
  given: ShortcodeAttributes,
  { name, types }: RecordingKind,
  dependencies: ShortcodeDependencies,
  context: RenderContext,
): Promise<Recordings> {
  const src = given.src ?? '';
  const byType = Object.keys(types).map((extension) => given[extension] ?? '');
  const urls = [src, ...byType].filter((url) => url !== '');
  if (src !== '' && !Object.hasOwn(types, extensionOf(src))) return { link: src };
  const found = urls.length === 0 ? await firstOfItem(name, dependencies, context) : urls;
  const sources = found.map((url) => ({ url, type: types[extensionOf(url)] }));
  return { sources: sources.filter((source): source is Source => source.type !== undefined) };
}

/** The address of the first file of a kind that belongs to the item of a text. */
async function firstOfItem(
  kind: string,
  dependencies: ShortcodeDependencies,
  context: RenderContext,
): Promise<string[]> {
  return fileUrls((await chosenAttachments(CHOICE, kind, dependencies, context)).slice(0, 1), dependencies);
}

/** The addresses of the files of attachments, in one statement. */
export async function fileUrls(
  attachments: readonly { readonly id: number; readonly guid: string }[],
  { hooks, meta, storage }: Pick<ShortcodeDependencies, 'hooks' | 'meta' | 'storage'>,
): Promise<string[]> {
  const ids = attachments.map(({ id }) => id);
  const found = await meta.load('post', ids, [FILE]);
  return attachments.map(({ id, guid }) => {
    const path = found.get(id)?.get(FILE)?.[0];
    const url = typeof path === 'string' && path !== '' ? storage().url(path) : guid;
    return hooks.filter('wp_get_attachment_url').call(url, id);
  });
}

/** The link to a recording that cannot be played. */
export const recordingLink = (className: string, url: string): string =>
  `<a class="${className}" href="${escapeAttribute(cleanUrl(url))}">${escapeHtml(url)}</a>`;

/** The element of recordings: its attributes, the sources, what is enclosed, and a link for those who cannot play it. */
export function recordingElement(
  { name }: RecordingKind,
  attributes: Readonly<Record<string, string>>,
  sources: readonly Source[],
  enclosed: string,
  number: number,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  const offered = sources.map(({ url, type }) => {
    // The number keeps players of one file apart.
    const address = escapeAttribute(addQueryArgs(cleanUrl(url), { _: number }));
    return `<source type="${type}" src="${address}" />`;
  });
  const link = escapeAttribute(cleanUrl(sources[0]?.url ?? ''));
  const old = `<!--[if lt IE 9]><script>document.createElement('${name}');</script><![endif]-->\n`;
  return (
    `${number === 1 ? old : ''}<${name}${written.join('')} controls="controls">${offered.join('')}` +
    `${enclosed.replace(/[\r\n\t]+/g, '').trim()}<a href="${link}">${link}</a></${name}>`
  );
}
