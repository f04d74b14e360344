import type { RequestContext, Site } from '../../core/index.ts';
import { escapeAttribute, stripAllTags } from '../../core/text/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { Options } from '../options/index.ts';
import type { Permalinks, Post } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';

/** The oEmbed data of something that is embedded. */
export type OembedData = Readonly<Record<string, unknown>>;

/** The services that the data of items is made with. */
export interface ItemDataDependencies {
  readonly site: Site;
  readonly options: Options;
  readonly users: UserStore;
  readonly permalinks: Permalinks;
  readonly renderer: Renderer;
}

/** The least and the greatest width. */
const [LEAST, MOST] = [200, 600];

/** The width and height of the embedded content, for a requested width. */
export function sizeFor(requested: number): { width: number; height: number } {
  const width = Math.min(Math.max(LEAST, requested), MOST);
  return { width, height: Math.max(Math.ceil((width / 16) * 9), LEAST) };
}

/** The data of an item that is sent to sites that embed it: a quotation with a link to it. */
export async function itemData(
  post: Post,
  { width, height }: ReturnType<typeof sizeFor>,
  dependencies: ItemDataDependencies,
  context: RequestContext,
): Promise<Record<string, unknown>> {
  const { site, options, users, renderer } = dependencies;
  const author = post.author === 0 ? null : await users.byId(post.author);
  const title = stripAllTags(renderer.title(post.title, post.id));
  const link = await dependencies.permalinks.forPost(post, context);
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
    // The entities of the title are escaped already.
    html: `<blockquote class="${className}"><a href="${escapeAttribute(link)}">${title.replace(/[<>"]/g, '')}</a></blockquote>`,
  };
}
