import { escapeAttribute, type RequestContext, type Site, stripAllTags } from '../../core/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { Options } from '../options/index.ts';
import type { Permalinks, Post } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';

/** What is told of something that is embedded. */
export type OembedData = Readonly<Record<string, unknown>>;

/** What is told of items with. */
export interface ItemDataKit {
  readonly site: Site;
  readonly options: Options;
  readonly users: UserStore;
  readonly permalinks: Permalinks;
  readonly renderer: Renderer;
}

/** The bounds of widths, and the shape of what is shown. */
const [LEAST, MOST] = [200, 600];

/** The width and the height of what is embedded, for a width that is asked for. */
export function sizeFor(asked: number): { width: number; height: number } {
  const width = Math.min(Math.max(LEAST, asked), MOST);
  return { width, height: Math.max(Math.ceil((width / 16) * 9), LEAST) };
}

/** What is told of an item to whoever embeds it: a quotation that links it. */
export async function itemData(
  post: Post,
  { width, height }: ReturnType<typeof sizeFor>,
  kit: ItemDataKit,
  context: RequestContext,
): Promise<Record<string, unknown>> {
  const { site, options, users, renderer } = kit;
  const author = post.author === 0 ? null : await users.byId(post.author);
  const title = stripAllTags(renderer.title(post.title, post.id));
  const link = await kit.permalinks.forPost(post, context);
  const className = site.brand.prefixed('embedded-content');
  const name = stripAllTags(String(options.get('blogname', '')));
  return {
    version: '1.0',
    provider_name: name,
    provider_url: site.home,
    author_name: author?.displayName ?? name,
    author_url: site.home,
    title,
    type: 'rich',
    width,
    height,
    // The title is text of which entities are written out already.
    html: `<blockquote class="${className}"><a href="${escapeAttribute(link)}">${title.replace(/[<>"]/g, '')}</a></blockquote>`,
  };
}
