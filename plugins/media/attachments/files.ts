import type { MetaValues } from '../../meta/index.ts';
import { folderOf, isStoragePath } from '../storage/paths.ts';
import { type AttachmentMetadata, FILE, METADATA, readMetadata, type StoredSize, sizesOf } from './metadata.ts';

/** The key under which other systems store the sizes that an edit replaced. */
const BACKUP_SIZES = '_wp_attachment_backup_sizes';

/** The path of the file that was uploaded: of an image that is shown in a copy, the image itself. */
export const originalOf = (path: string, { original_image }: AttachmentMetadata): string =>
  typeof original_image === 'string' && original_image !== '' ? folderOf(path) + original_image : path;

/** The keys of metadata that name files of an attachment. */
export const FILE_KEYS: readonly string[] = [FILE, METADATA, BACKUP_SIZES];

/** The paths of all files of an attachment: what is shown, what was uploaded, and the sizes. */
export function pathsOf(path: string, metadata: AttachmentMetadata, replaced: readonly StoredSize[] = []): string[] {
  const sizes = [...sizesOf(metadata).values(), ...replaced];
  const paths = [path, originalOf(path, metadata), ...sizes.map(({ file }) => folderOf(path) + file)];
  return [...new Set(paths)].filter(isStoragePath);
}

/** The paths of all files that the metadata of an attachment names. */
export function storedPaths(meta: MetaValues): string[] {
  const [path] = meta.get(FILE) ?? [];
  if (typeof path !== 'string') return [];
  const replaced = sizesOf({ sizes: readMetadata(meta.get(BACKUP_SIZES)?.[0]) as Record<string, StoredSize> });
  return pathsOf(path, readMetadata(meta.get(METADATA)?.[0]), [...replaced.values()]);
}
