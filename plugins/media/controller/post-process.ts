import type { Post } from '../../posts/index.ts';
import type { AttachedFile } from '../attachments/attached-file.ts';
import { originalOf } from '../attachments/files.ts';
import { generateImage, makeSizes } from '../attachments/generate.ts';
import { type AttachmentMetadata, FILE, METADATA, sizesOf } from '../attachments/metadata.ts';
import type { MediaDependencies } from '../dependencies.ts';
import { inspectImage, SCALABLE } from '../images/inspect.ts';
import type { SourceImage } from '../images/make-sizes.ts';
import { localCopy, withTemporaryFolder } from '../upload/temporary.ts';
import { missingSizes } from './media-values.ts';

/** Makes the sizes that an image has not; of an image without metadata, all of it. */
export async function createMissingSizes(
  post: Post,
  file: AttachedFile,
  dependencies: MediaDependencies,
): Promise<void> {
  const { hooks, meta, storage, maxPixels } = dependencies;
  const missing = missingSizes(file, dependencies);
  if (!SCALABLE.has(post.mimeType) || missing.length === 0) return;
  const path = originalOf(file.path, file.metadata);
  const stored = await storage.stat(path);
  if (stored === null) return;
  const generated = await withTemporaryFolder(async (folder) => {
    const localPath = await localCopy(path, folder, storage);
    const image = await inspectImage(localPath, post.mimeType, maxPixels);
    const { width, height } = image;
    const source: SourceImage = { localPath, path, type: post.mimeType, maxPixels, width, height };
    if (file.metadata.width === undefined) return generateImage(source, image, stored.size, dependencies);
    return { path: file.path, metadata: await withSizes(file.metadata, source, missing, dependencies) };
  });
  const metadata = await hooks.filter('wp_generate_attachment_metadata').promise(generated.metadata, post.id, 'update');
  await meta.set('post', post.id, FILE, generated.path);
  await meta.set('post', post.id, METADATA, metadata);
}

async function withSizes(
  metadata: AttachmentMetadata,
  source: SourceImage,
  missing: readonly string[],
  dependencies: Pick<MediaDependencies, 'log' | 'output' | 'queue' | 'sizes' | 'storage'>,
): Promise<AttachmentMetadata> {
  const requested = new Map([...dependencies.sizes()].filter(([name]) => missing.includes(name)));
  const made = await dependencies.queue.run(() => makeSizes(source, requested, dependencies));
  return { ...metadata, sizes: Object.fromEntries([...sizesOf(metadata), ...made]) };
}
