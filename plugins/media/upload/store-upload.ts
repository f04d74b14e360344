import { open } from 'node:fs/promises';
import type { CurrentUser } from '../../../core/index.ts';
import { pathsOf } from '../attachments/files.ts';
import { describeImage, generateImage } from '../attachments/generate.ts';
import type { AttachmentMetadata } from '../attachments/metadata.ts';
import { type MediaDependencies, uploadFolder } from '../dependencies.ts';
import { mediaErrors } from '../errors.ts';
import { type InspectedImage, inspectImage, SCALABLE } from '../images/inspect.ts';
import { type CheckedFile, checkFile } from '../types/check-file.ts';
import { allowedTypes } from '../types/mime-types.ts';
import { safeName, storeUnderFreeName } from './names.ts';
import type { ReceivedFile } from './receive.ts';

/** A file on the local disk whose type is known. */
export interface LocalFile extends CheckedFile {
  readonly localPath: string;
  readonly size: number;
  /** The data of an image that sizes are made of. */
  readonly image?: InspectedImage;
}

/** A file that is stored, with its sizes and copies. */
export interface StoredUpload {
  /** The path under which the file itself is stored. */
  readonly original: string;
  /** The path of the file that is shown. */
  readonly path: string;
  /** The media type. */
  readonly type: string;
  readonly metadata: AttachmentMetadata;
}

/** Refuses so many bytes that the site has no room for them, or takes no such file. */
export async function checkRoom(
  size: number,
  { limits, storage }: Pick<MediaDependencies, 'limits' | 'storage'>,
): Promise<void> {
  if (limits.space !== undefined && (await storage.usage()) + size > limits.space) {
    throw mediaErrors.rest_upload_limited_space();
  }
  if (limits.fileSize !== undefined && size > limits.fileSize) throw mediaErrors.rest_upload_file_too_big();
}

/** Refuses a file that a user may not upload: too large, of another type than it says, or of one that is not allowed. */
export function checkUpload(
  file: ReceivedFile,
  user: CurrentUser,
  dependencies: Pick<MediaDependencies, 'hooks' | 'limits' | 'maxPixels' | 'storage'>,
): Promise<LocalFile> {
  const allowed = dependencies.hooks.filter('upload_mimes').call(allowedTypes(user.can('unfiltered_html')), user);
  return checkLocalFile(file, allowed, dependencies);
}

/** Refuses a file that is too large, of another type than it says, or of one that is not among those allowed. */
export async function checkLocalFile(
  file: ReceivedFile,
  allowed: ReadonlyMap<string, string>,
  dependencies: Pick<MediaDependencies, 'limits' | 'maxPixels' | 'storage'>,
): Promise<LocalFile> {
  await checkRoom(file.size, dependencies);
  const checked = await checkFile(file.path, safeName(file.name), allowed);
  if (checked === undefined) throw file.refusal();
  const local = { ...checked, localPath: file.path, size: file.size };
  if (!SCALABLE.has(checked.type)) return local;
  // A file that cannot be read as the image that its signature promises, or that would fill the memory, is refused.
  const image = await inspectImage(file.path, checked.type, dependencies.maxPixels).catch(() => undefined);
  if (image === undefined) throw file.refusal();
  return { ...local, image };
}

/**
 * Stores a file under a free name and, if requested, makes its sizes. When that fails, all stored files are removed.
 * It lies in the folder of this month, unless another is given, with a slash behind it.
 */
export async function storeUpload(
  file: LocalFile,
  dependencies: MediaDependencies,
  makesSizes = true,
  folder = uploadFolder(dependencies),
): Promise<StoredUpload> {
  const { storage, maxPixels } = dependencies;
  const { localPath, size, type, image } = file;
  // Opened at once: a stream that is dropped before it has opened its file would fail when the file is gone by then.
  const put = async (path: string) => storage.put(path, (await open(localPath)).createReadStream());
  const original = await storeUnderFreeName(folder, file.name, put);
  if (image === undefined) return { original, path: original, type, metadata: { filesize: size } };
  try {
    const source = { localPath, path: original, type, maxPixels, width: image.width, height: image.height };
    const known = makesSizes
      ? await generateImage(source, image, size, dependencies)
      : describeImage(source, image, size);
    return { original, type, ...known };
  } catch (error) {
    await storage.delete(original);
    throw error;
  }
}

/** Removes a stored file and its sizes and copies. */
export async function discardUpload(
  { original, path, metadata }: StoredUpload,
  { storage }: Pick<MediaDependencies, 'storage'>,
): Promise<void> {
  for (const each of new Set([original, ...pathsOf(path, metadata)])) await storage.delete(each);
}
