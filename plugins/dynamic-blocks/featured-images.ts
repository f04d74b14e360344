import { addQueryArgs, type RequestContext } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { BlockDependencies } from './dependencies.ts';

/** The featured image of an item. */
export interface FeaturedImage {
  readonly src: string;
  readonly alt: string;
}

interface MediaItem {
  readonly id: number;
  readonly alt_text: string;
  readonly source_url: string;
  readonly media_details: { readonly sizes?: Readonly<Record<string, { readonly source_url: string }>> };
}

/** The featured images of items, in a size, by item. They are read through the interface in one request. */
export async function featuredImages(
  dependencies: Pick<BlockDependencies, 'meta' | 'server' | 'types'>,
  posts: readonly Post[],
  size: string,
  context: RequestContext,
): Promise<Map<number, FeaturedImage>> {
  const ids = posts.map(({ id }) => id);
  const meta = await dependencies.meta.load('post', ids, ['_thumbnail_id']);
  const imageOf = new Map(ids.map((id) => [id, Number(meta.get(id)?.get('_thumbnail_id')?.[0] ?? 0)]));
  const images = await readImages(
    dependencies,
    [...new Set(imageOf.values())].filter((id) => id > 0),
    context,
  );
  const found = new Map<number, FeaturedImage>();
  for (const [id, image] of imageOf) {
    const item = images.get(image);
    if (item === undefined) continue;
    const sizes = item.media_details.sizes ?? {};
    const src = Object.hasOwn(sizes, size) ? sizes[size]!.source_url : item.source_url;
    found.set(id, { src, alt: item.alt_text });
  }
  return found;
}

async function readImages(
  dependencies: Pick<BlockDependencies, 'server' | 'types'>,
  ids: readonly number[],
  context: RequestContext,
): Promise<Map<number, MediaItem>> {
  const server = dependencies.server();
  const attachment = dependencies.types.get('attachment');
  if (server === undefined || attachment === undefined || ids.length === 0) return new Map();
  const fields = 'id,alt_text,source_url,media_details';
  const path = addQueryArgs(dependencies.types.itemsRoute(attachment), {
    include: ids,
    per_page: 100,
    _fields: fields,
  });
  const { data } = await server.dispatch(path, context);
  return new Map(Array.isArray(data) ? data.map((item: MediaItem) => [item.id, item]) : []);
}
