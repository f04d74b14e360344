import type { RequestContext } from '../../core/index.ts';
import { stripAllTags } from '../../core/text/index.ts';
import type { Post } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';
import { type EmbedDependencies, type EmbedSize, embedHtml } from './embed-html.ts';

/** The oEmbed data of something that is embedded. */
export type OembedData = Readonly<Record<string, unknown>>;

/** The services that the data of items is made with. */
export interface ItemDataDependencies extends EmbedDependencies {
  readonly users: UserStore;
}

/** The least and the greatest width. */
const [LEAST, MOST] = [200, 600];

/** The width and height of the embedded content, for a requested width. */
export function sizeFor(requested: number): EmbedSize {
  const width = Math.min(Math.max(LEAST, requested), MOST);
  return { width, height: Math.max(Math.ceil((width / 16) * 9), LEAST) };
}

/** The data of an item that is sent to sites that embed it. */
export async function itemData(
  post: Post,
  size: EmbedSize,
  dependencies: ItemDataDependencies,
  context: RequestContext,
): Promise<Record<string, unknown>> {
  const { site, options, users, renderer } = dependencies;
  const author = post.author === 0 ? null : await users.byId(post.author);
  const name = stripAllTags(String(options.get('blogname', '')));
  return {
    version: '1.0',
    provider_name: name,
    provider_url: site.home,
    author_name: author?.displayName ?? name,
    author_url: site.home,
    title: stripAllTags(renderer.title(post.title, post.id)),
    type: 'rich',
    ...size,
    html: await embedHtml(post, size, dependencies, context),
  };
}
