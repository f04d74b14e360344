import type { Post } from '../../posts/index.ts';
import { originalOf } from '../attachments/files.ts';
import { generateImage, makeSizes } from '../attachments/generate.ts';
import { type AttachmentMetadata, FILE, METADATA, sizesOf } from '../attachments/metadata.ts';
import { inspectImage, SCALABLE } from '../images/inspect.ts';
import type { SourceImage } from '../images/make-sizes.ts';
import type { MediaKit } from '../kit.ts';
import { localCopy, withTemporaryFolder } from '../upload/temporary.ts';
import { type AttachedFile, missingSizes } from './media-values.ts';

/** Makes the sizes that an image has not; of one that nothing is known of, everything. */
export async function createMissingSizes(post: Post, file: AttachedFile, kit: MediaKit): Promise<void> {
  const { hooks, meta, storage, maxPixels } = kit;
  const missing = missingSizes(file, kit);
  if (!SCALABLE.has(post.mimeType) || missing.length === 0) return;
  const path = originalOf(file.path, file.metadata);
  const stored = await storage.stat(path);
  if (stored === null) return;
  const generated = await withTemporaryFolder(async (folder) => {
    const localPath = await localCopy(path, folder, storage);
    const image = await inspectImage(localPath, post.mimeType, maxPixels);
    const { width, height } = image;
    const source: SourceImage = { localPath, path, type: post.mimeType, maxPixels, width, height };
    if (file.metadata.width === undefined) return generateImage(source, image, stored.size, kit);
    return { path: file.path, metadata: await withSizes(file.metadata, source, missing, kit) };
  });
  const metadata = await hooks.filter('wp_generate_attachment_metadata').promise(generated.metadata, post.id, 'update');
  await meta.set('post', post.id, FILE, generated.path);
  await meta.set('post', post.id, METADATA, metadata);
}

async function withSizes(
  metadata: AttachmentMetadata,
  source: SourceImage,
  missing: readonly string[],
  kit: MediaKit,
): Promise<AttachmentMetadata> {
  const wanted = new Map([...kit.sizes()].filter(([name]) => missing.includes(name)));
  const made = await kit.queue.run(() => makeSizes(source, wanted, kit));
  return { ...metadata, sizes: Object.fromEntries([...sizesOf(metadata), ...made]) };
}
