import { open } from 'node:fs/promises';
import type { CurrentUser } from '../../../core/index.ts';
import { pathsOf } from '../attachments/files.ts';
import { describeImage, generateImage } from '../attachments/generate.ts';
import type { AttachmentMetadata } from '../attachments/metadata.ts';
import { mediaErrors } from '../errors.ts';
import { type InspectedImage, inspectImage, SCALABLE } from '../images/inspect.ts';
import { type MediaKit, uploadFolder } from '../kit.ts';
import { type CheckedFile, checkFile } from '../types/check-file.ts';
import { allowedTypes } from '../types/mime-types.ts';
import { safeName, storeUnderFreeName } from './names.ts';
import type { ReceivedFile } from './receive.ts';

/** A file on the local disk whose type is known. */
export interface LocalFile extends CheckedFile {
  readonly localPath: string;
  readonly size: number;
  /** What is known of it, if it is an image that sizes are made of. */
  readonly image?: InspectedImage;
}

/** A file that is stored, with all that was made of it. */
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
  { limits, storage }: Pick<MediaKit, 'limits' | 'storage'>,
): Promise<void> {
  if (limits.space !== undefined && (await storage.usage()) + size > limits.space) {
    throw mediaErrors.rest_upload_limited_space();
  }
  if (limits.fileSize !== undefined && size > limits.fileSize) throw mediaErrors.rest_upload_file_too_big();
}

/** Refuses a file that a user may not upload: too large, of another type than it says, or of one that is not allowed. */
export async function checkUpload(file: ReceivedFile, user: CurrentUser, kit: MediaKit): Promise<LocalFile> {
  await checkRoom(file.size, kit);
  const allowed = kit.hooks.filter('upload_mimes').call(allowedTypes(user.can('unfiltered_html')), user);
  const checked = await checkFile(file.path, safeName(file.name), allowed);
  if (checked === undefined) throw file.refusal();
  const local = { ...checked, localPath: file.path, size: file.size };
  if (!SCALABLE.has(checked.type)) return local;
  // What cannot be read as the image that it begins like, or would fill the memory, is no image of this site.
  const image = await inspectImage(file.path, checked.type, kit.maxPixels).catch(() => undefined);
  if (image === undefined) throw file.refusal();
  return { ...local, image };
}

/** Stores a file under a free name and makes its sizes, if wanted. When that fails nothing stays behind. */
export async function storeUpload(file: LocalFile, kit: MediaKit, makesSizes = true): Promise<StoredUpload> {
  const { storage, maxPixels } = kit;
  const { localPath, size, type, image } = file;
  // Opened at once: a stream that is dropped before it has opened its file would fail when the file is gone by then.
  const put = async (path: string) => storage.put(path, (await open(localPath)).createReadStream());
  const original = await storeUnderFreeName(uploadFolder(kit), file.name, put);
  if (image === undefined) return { original, path: original, type, metadata: { filesize: size } };
  try {
    const source = { localPath, path: original, type, maxPixels, width: image.width, height: image.height };
    const known = makesSizes ? await generateImage(source, image, size, kit) : describeImage(source, image, size);
    return { original, type, ...known };
  } catch (error) {
    await storage.delete(original);
    throw error;
  }
}

/** Removes a stored file and all that was made of it. */
export async function discardUpload({ original, path, metadata }: StoredUpload, { storage }: MediaKit): Promise<void> {
  for (const each of new Set([original, ...pathsOf(path, metadata)])) await storage.delete(each);
}
