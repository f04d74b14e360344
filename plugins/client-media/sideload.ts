import type { RestRequest } from '../../core/index.ts';
import { type MediaController, storeBeside } from '../media/index.ts';
import { clientMediaErrors as errors } from './errors.ts';
import { checkSize, type SizeNames } from './image-size.ts';
import { SIDE_FILES, type SubSize, subSizeOf } from './side-files.ts';

/**
 * Stores a file beside that of an attachment. Each file has a row of its own, so that none is lost
 * when several come at once; the attachment changes when it is finalized.
 */
export async function sideload(controller: MediaController, request: RestRequest): Promise<SubSize> {
  const { media } = controller;
  const post = await controller.load(request);
  const { path: owner, metadata, isImage } = await controller.fileOf(post, request);
  if (owner === '') throw errors.rest_sideload_attachment_not_in_uploads();
  if (!isImage && post.mimeType !== 'application/pdf') throw errors.rest_post_invalid_id();
  const names = request.getParam('image_size') as SizeNames;
  const { mimeType } = post;
  return media.recording(async (recording) => {
    const file = await storeBeside(owner, request, recording, (sent) =>
      checkSize(sent, names, { mimeType, metadata, sizes: media.sizes() }),
    );
    try {
      const size = subSizeOf(file, names, owner);
      await media.meta.add('post', post.id, SIDE_FILES, { path: file.path, told: size });
      return size;
    } catch (error) {
      await media.storage.delete(file.path);
      throw error;
    }
  });
}
