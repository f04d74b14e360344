import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestRequest } from '../../../core/index.ts';
import type { Post } from '../../posts/index.ts';
import type { AttachedFile } from '../attachments/attached-file.ts';
import { originalOf } from '../attachments/files.ts';
import { ALT_TEXT, type AttachmentMetadata, FILE, METADATA, sizesOf } from '../attachments/metadata.ts';
import type { MediaDependencies } from '../dependencies.ts';
import { mediaErrors } from '../errors.ts';
import { applyModifiers, type Modifier } from '../images/edit.ts';
import { inspectImage } from '../images/inspect.ts';
import { baseName, folderOf, splitName } from '../storage/paths.ts';
import { discardUpload, type StoredUpload, storeUpload } from '../upload/store-upload.ts';
import { localCopy, withTemporaryFolder } from '../upload/temporary.ts';

const EDITABLE: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
/** An edited image that is edited again bears the mark once. */
const EDITED = /-edited(?:-\d+)?$/;

/** Makes a new attachment from an image, changed as the request says. */
export async function editImage(
  post: Post,
  file: AttachedFile,
  request: RestRequest,
  dependencies: MediaDependencies,
): Promise<Post> {
  if (!file.isImage || !isNamedBy(String(request.getParam('src')), file)) throw mediaErrors.rest_unknown_attachment();
  if (!EDITABLE.has(post.mimeType)) throw mediaErrors.rest_cannot_edit_file_type();
  const modifiers = modifiersOf(request);
  if (modifiers.length === 0) throw mediaErrors.rest_image_not_edited();
  const original = originalOf(file.path, file.metadata);
  if (!(await dependencies.storage.exists(original))) throw mediaErrors.rest_unknown_attachment();

  const upload = await withTemporaryFolder(async (folder) => {
    const copy = await localCopy(original, folder, dependencies.storage);
    const image = await dependencies.queue.run(() =>
      applyModifiers(copy, post.mimeType, modifiers, dependencies.maxEditedPixels),
    );
    const localPath = join(folder, 'edited');
    await writeFile(localPath, image.bytes);
    const { stem, extension } = splitName(baseName(original));
    return storeUpload(
      {
        localPath,
        size: image.bytes.length,
        name: `${stem.replace(EDITED, '')}-edited${extension}`,
        type: post.mimeType,
        image: await inspectImage(localPath, post.mimeType, dependencies.maxPixels),
      },
      dependencies,
    );
  });
  try {
    return await storeEdited(post, file, upload, request, dependencies);
  } catch (error) {
    await discardUpload(upload, dependencies);
    throw error;
  }
}

/** The new attachment has the texts of the old one, and remembers where it came from. */
function storeEdited(
  post: Post,
  file: AttachedFile,
  upload: StoredUpload,
  { user }: RestRequest,
  {
    database,
    posts,
    meta,
    hooks,
    storage,
  }: Pick<MediaDependencies, 'database' | 'hooks' | 'meta' | 'posts' | 'storage'>,
): Promise<Post> {
  return database.transaction(async () => {
    const { title, content, excerpt, mimeType } = post;
    const guid = storage.url(upload.original);
    const metaInput = {
      [FILE]: upload.path,
      [METADATA]: upload.metadata,
      ...(file.altText === '' ? {} : { [ALT_TEXT]: file.altText }),
    };
    const texts = { title, content, excerpt };
    const made = await posts.insert({ ...texts, type: 'attachment', mimeType, guid, metaInput }, { by: user });
    const generated = await hooks.filter('wp_generate_attachment_metadata').promise(upload.metadata, made.id, 'create');
    const metadata = await hooks
      .filter('wp_edited_image_metadata')
      .promise(withOrigin(generated, post, file), made.id, post.id);
    await meta.set('post', made.id, METADATA, metadata);
    return made;
  });
}

function withOrigin(metadata: AttachmentMetadata, post: Post, file: AttachedFile): AttachmentMetadata {
  const filled = Object.entries(file.metadata.image_meta ?? {}).filter(([, value]) => value !== '' && value !== '0');
  const image_meta = { ...metadata.image_meta, ...Object.fromEntries(filled) } as AttachmentMetadata['image_meta'];
  const isTurned = Number(image_meta?.orientation ?? 0) > 0;
  return {
    ...metadata,
    image_meta: isTurned ? { ...image_meta!, orientation: 1 } : image_meta,
    parent_image: { attachment_id: post.id, file: originalOf(file.path, file.metadata) },
  };
}

/** Whether an address is that of the image, of what was uploaded, or of one of its sizes. */
function isNamedBy(src: string, { path, metadata }: AttachedFile): boolean {
  const [address = ''] = src.split('?', 1);
  const names = [path, originalOf(path, metadata)];
  const sizes = [...sizesOf(metadata).values()].map(({ file }) => folderOf(path) + file);
  return [...names, ...sizes].some((name) => address === name || address.endsWith(`/${name}`));
}

function modifiersOf(request: RestRequest): Modifier[] {
  const given = request.getParam('modifiers');
  if (Array.isArray(given)) return given.map(({ type, args }) => ({ type, ...args }));
  const [angle, left, top, width, height] = ['rotation', 'x', 'y', 'width', 'height'].map((name) => {
    const value = request.getParam(name);
    return typeof value === 'number' ? value : undefined;
  });
  const rotation: Modifier[] = angle ? [{ type: 'rotate', angle }] : [];
  if (left === undefined || top === undefined || width === undefined || height === undefined) return rotation;
  return [...rotation, { type: 'crop', left, top, width, height }];
}
