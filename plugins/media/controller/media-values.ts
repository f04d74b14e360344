import type { FieldSelection, RestRequest } from '../../../core/index.ts';
import { escapeAttribute, escapeHtml } from '../../../core/text/index.ts';
import { type ItemValues, metaOf, type Post, type PostsDependencies } from '../../posts/index.ts';
import { type AttachedFile, readAttachedFile } from '../attachments/attached-file.ts';
import { sizesOf } from '../attachments/metadata.ts';
import type { MediaDependencies } from '../dependencies.ts';
import { possibleSizes } from '../images/make-sizes.ts';
import { baseName, folderOf } from '../storage/paths.ts';

/** Finds the data of the file of an attachment; several together are read in one statement. */
export async function attachedFile(
  post: Post,
  { posts, media }: { readonly posts: Pick<PostsDependencies, 'meta'>; readonly media: MediaDependencies },
  { context }: RestRequest,
): Promise<AttachedFile> {
  return readAttachedFile(post, await metaOf(post, posts, context), media);
}

/** The values of the fields that files have beside those of items. */
export function mediaValues(
  post: Post,
  find: () => Promise<AttachedFile>,
  fields: FieldSelection,
  { posts, media }: { readonly posts: Pick<PostsDependencies, 'renderer'>; readonly media: MediaDependencies },
): ItemValues {
  const { renderer } = posts;
  /** Without a caption of its own, a file has one of the words of its description, the link to it among them. */
  const withPreview = async () =>
    post.excerpt.trim() === '' ? { ...post, content: `${preview(post, await find(), media)}\n${post.content}` } : post;
  return {
    alt_text: async () => (await find()).altText,
    caption: async () => ({
      ...(fields.has('caption.raw') ? { raw: post.excerpt } : {}),
      ...(fields.has('caption.rendered') ? { rendered: await renderer.excerpt(await withPreview()) } : {}),
    }),
    description: async () => ({
      ...(fields.has('description.raw') ? { raw: post.content } : {}),
      ...(fields.has('description.rendered')
        ? { rendered: `${preview(post, await find(), media)}\n${await renderer.content(post.content, post)}` }
        : {}),
    }),
    media_type: async () => ((await find()).isImage ? 'image' : 'file'),
    mime_type: () => post.mimeType,
    media_details: async () => mediaDetails(post, await find()),
    post: () => post.parent || null,
    source_url: async () => (await find()).url,
    missing_image_sizes: async () => missingSizes(await find(), media),
  };
}

/** Metadata as it is shown: each size with its address, and the image itself as the size `full`. */
function mediaDetails(post: Post, { metadata, url, isImage }: AttachedFile): Record<string, unknown> {
  if (Object.keys(metadata).length === 0) return {};
  const sizes: Record<string, unknown> = {};
  for (const [name, { 'mime-type': mime_type, ...size }] of sizesOf(metadata)) {
    sizes[name] = { ...size, mime_type, source_url: folderOf(url) + size.file };
  }
  if (isImage && Object.keys(sizes).length > 0) {
    const { width, height } = metadata;
    sizes.full = { file: baseName(url), width, height, mime_type: post.mimeType, source_url: url };
  }
  return { ...metadata, sizes };
}

/** The sizes that an image could be had in and has not. */
export function missingSizes(
  { metadata, isImage }: AttachedFile,
  { sizes }: Pick<MediaDependencies, 'sizes'>,
): string[] {
  if (!isImage) return [];
  const { width, height } = metadata;
  if (width === undefined || height === undefined) return [...sizes().keys()];
  const made = sizesOf(metadata);
  return possibleSizes({ width, height }, sizes()).filter((name) => !made.has(name));
}

/** The file as it stands above its description: an image in its medium size, else a link. */
function preview(post: Post, file: AttachedFile, { images }: MediaDependencies): string {
  const shown = file.isImage ? images.element(file, 'medium') : escapeHtml(post.title);
  return `<p class="attachment"><a href='${escapeAttribute(file.url)}'>${shown}</a></p>`;
}
