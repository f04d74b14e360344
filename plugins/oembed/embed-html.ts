import { createHmac, randomBytes } from 'node:crypto';
import { addQueryArgs, type RequestContext, type Site } from '../../core/index.ts';
import { cleanUrl, escapeAttribute, stripAllTags } from '../../core/text/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { Options } from '../options/index.ts';
import type { Permalinks, Post } from '../posts/index.ts';

/** The services that items are embedded with. */
export interface EmbedDependencies {
  readonly site: Site;
  readonly options: Options;
  readonly permalinks: Permalinks;
  readonly renderer: Renderer;
}

/** The width and height of embedded content, in pixels. */
export interface EmbedSize {
  readonly width: number;
  readonly height: number;
}

/** The style of a frame that stays hidden until a script of the page around it shows it in place of the quotation. */
export const HIDDEN = 'position: absolute; clip: rect(1px, 1px, 1px, 1px);';

const KEY = randomBytes(32);

/** By what a page and its frame know each other: nobody guesses it, and a text that is rendered again says the same. */
const secretOf = ({ id }: Post): string =>
  createHmac('sha256', KEY)
    .update(String(id))
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10);

/** The address of the page of an item that other pages show in a frame. */
export function embedUrl(link: string): string {
  const url = new URL(link);
  return url.search !== '' ? addQueryArgs(link, { embed: 'true' }) : `${link.replace(/\/?$/, '/')}embed/`;
}

/** An item in a page: a quotation with a link to it, and a frame with its page for embedding. */
export async function embedHtml(
  post: Post,
  { width, height }: EmbedSize,
  { site, options, permalinks, renderer }: EmbedDependencies,
  context: RequestContext,
): Promise<string> {
  const link = await permalinks.forPost(post, context);
  const secret = secretOf(post);
  const className = site.brand.prefixed('embedded-content');
  // The entities of the title are escaped already.
  const title = stripAllTags(renderer.title(post.title, post.id)).replace(/[<>"]/g, '');
  const name = escapeAttribute(stripAllTags(String(options.get('blogname', ''))));
  const src = escapeAttribute(`${cleanUrl(embedUrl(link))}#?secret=${secret}`);
  return (
    `<blockquote class="${className}" data-secret="${secret}"><a href="${escapeAttribute(link)}">${title}</a></blockquote>` +
    `<iframe class="${className}" sandbox="allow-scripts" security="restricted" style="${HIDDEN}" ` +
    `title="&#8220;${escapeAttribute(title)}&#8221; &#8212; ${name}" src="${src}" data-secret="${secret}" ` +
    `width="${width}" height="${height}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`
  );
}
