import type { Post } from '../../posts/index.ts';
import type { MediaDependencies } from '../dependencies.ts';
import { inspectImage, SCALABLE } from '../images/inspect.ts';
import { possibleSizes } from '../images/make-sizes.ts';
import { folderOf } from '../storage/paths.ts';
import { localCopy, withTemporaryFolder } from '../upload/temporary.ts';
import { FILE_META, readAttachedFile } from './attached-file.ts';
import { originalOf, pathsOf } from './files.ts';
import { type GeneratedFile, generateImage, makeSizes } from './generate.ts';
import { FILE, METADATA, sizesOf } from './metadata.ts';

/** What of images is made anew. */
export interface Regeneration {
  /** Whether sizes that are there with their files are left alone. */
  readonly onlyMissing: boolean;
  /** The names of the sizes; all where this is left out. */
  readonly sizes?: ReadonlySet<string>;
  /** Whether files stay that no size has any more. */
  readonly keepsOld: boolean;
}

/** What came of it: `none` where nothing was to be made, `lost` where the file is not there, `other` where it is no image. */
export type Regenerated = 'made' | 'none' | 'lost' | 'other';

/**
 * Makes the sizes of an image anew, and records them. Files are there before they are recorded, and go when nothing
 * names them any more, so that it can be interrupted at any time. Throws where the image cannot be read.
 */
export async function regenerate(
  post: Post,
  { onlyMissing, sizes: wanted, keepsOld }: Regeneration,
  media: MediaDependencies,
): Promise<Regenerated> {
  const { meta, storage, hooks, maxPixels, database } = media;
  if (!SCALABLE.has(post.mimeType)) return 'other';
  const values = (await meta.load('post', [post.id], FILE_META)).get(post.id) ?? new Map();
  const file = readAttachedFile(post, values, media);
  const path = originalOf(file.path, file.metadata);
  const stored = file.path === '' ? null : await storage.stat(path);
  if (stored === null) return 'lost';
  const isKnown = file.metadata.width !== undefined && file.metadata.height !== undefined;
  const missing = isKnown && onlyMissing ? await missingFiles() : undefined;
  if (missing?.length === 0) return 'none';

  const made = await withTemporaryFolder(async (folder): Promise<GeneratedFile> => {
    const localPath = await localCopy(path, folder, storage);
    const image = await inspectImage(localPath, post.mimeType, maxPixels);
    const { width, height } = image;
    const source = { localPath, path, type: post.mimeType, maxPixels, width, height };
    if (!isKnown || (missing === undefined && wanted === undefined)) {
      const { original_image: _, ...rest } = file.metadata;
      const { path: shown, metadata } = await generateImage(source, image, stored.size, media);
      return { path: shown, metadata: { ...rest, ...metadata } };
    }
    const chosen = new Map([...media.sizes()].filter(([name]) => missing?.includes(name) ?? wanted?.has(name)));
    const sizes = await media.queue.run(() => makeSizes(source, chosen, media));
    return {
      path: file.path,
      metadata: { ...file.metadata, sizes: Object.fromEntries([...sizesOf(file.metadata), ...sizes]) },
    };
  });
  const metadata = await hooks.filter('wp_generate_attachment_metadata').promise(made.metadata, post.id, 'update');
  await database.transaction(async () => {
    await meta.set('post', post.id, FILE, made.path);
    await meta.set('post', post.id, METADATA, metadata);
  });
  if (!keepsOld) {
    const used = new Set(pathsOf(made.path, metadata));
    for (const old of pathsOf(file.path, file.metadata)) if (!used.has(old)) await storage.delete(old);
  }
  return 'made';

  /** The sizes that the image could be had in, and that have no file. */
  async function missingFiles(): Promise<string[]> {
    const there = sizesOf(file.metadata);
    const { width = 0, height = 0 } = file.metadata;
    const names = possibleSizes({ width, height }, media.sizes()).filter((name) => wanted?.has(name) ?? true);
    const found: string[] = [];
    for (const name of names) {
      const size = there.get(name);
      if (size === undefined || !(await storage.exists(folderOf(file.path) + size.file))) found.push(name);
    }
    return found;
  }
}
