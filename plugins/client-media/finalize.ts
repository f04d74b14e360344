import type { RestRequest, RestResponse } from '../../core/index.ts';
import {
  type AttachmentMetadata,
  baseName,
  FILE,
  METADATA,
  type MediaController,
  pathsOf,
  readMetadata,
} from '../media/index.ts';
import { postLoaders } from '../posts/index.ts';
import { clientMediaErrors as errors } from './errors.ts';
import { companionKey, isShown } from './image-size.ts';
import { SIDE_FILES, type SideFile, type SubSize, sideFilesOf } from './side-files.ts';

/** The path of the file that is shown of an attachment, and its metadata. */
interface Shown {
  readonly path: string;
  readonly metadata: AttachmentMetadata;
}

/** Takes files that were added to an attachment into its metadata, all at once; a repeated call changes nothing. */
export async function finalize(controller: MediaController, request: RestRequest): Promise<RestResponse> {
  const { database, meta, hooks } = controller.media;
  const { id } = await controller.load(request);
  const entries = request.getParam('sub_sizes') as readonly Partial<SubSize>[];
  await database.transaction(async () => {
    // A concurrent write of the same metadata waits, and then reads what was written here.
    await database.lock(`client-media ${id}`);
    const stored = (await meta.load('post', [id], [FILE, METADATA, SIDE_FILES])).get(id)!;
    const before: Shown = {
      path: String(stored.get(FILE)?.[0] ?? ''),
      metadata: readMetadata(stored.get(METADATA)?.[0]),
    };
    const files = sideFilesOf(stored);
    const after = entries.flatMap((entry) => chosen(entry, files)).reduce(withSubSize, before);
    // Texts may still show replaced files; they are removed with the attachment.
    const current = new Set([...pathsOf(after.path, after.metadata), ...files.map(({ path }) => path)]);
    for (const path of pathsOf(before.path, before.metadata)) {
      if (!current.has(path)) await meta.add('post', id, SIDE_FILES, { path });
    }
    const metadata = await hooks.filter('wp_generate_attachment_metadata').promise(after.metadata, id, 'update');
    if (after.path !== before.path) await meta.set('post', id, FILE, after.path);
    await meta.set('post', id, METADATA, metadata);
  });
  postLoaders(request.context).clear();
  request.setParam('context', 'edit');
  return controller.prepare(await controller.load(request), request);
}

/** The recorded values of the file that an entry names, as the entry itself is not trusted; empty for no file. */
function chosen({ file, image_size }: Partial<SubSize>, files: readonly SideFile[]): SubSize[] {
  if (file === undefined) return [];
  const found = files.find(({ told }) => told?.file === file && String(told.image_size) === String(image_size));
  if (found?.told === undefined) throw errors.rest_invalid_sub_size_file();
  return [found.told];
}

function withSubSize({ path, metadata }: Shown, entry: SubSize): Shown {
  const { image_size: names, file, width = 0, height = 0, mime_type = '', filesize = 0 } = entry;
  const key = companionKey(names);
  if (key !== undefined) return { path, metadata: { ...metadata, [key]: file } };
  if (isShown(names)) {
    if (path === file) return { path, metadata };
    const { image_meta, original_image = baseName(path) } = metadata;
    const upright = image_meta === undefined ? {} : { image_meta: { ...image_meta, orientation: 1 } };
    return { path: file, metadata: { ...metadata, width, height, file, filesize, original_image, ...upright } };
  }
  const size = { file, width, height, 'mime-type': mime_type, filesize };
  const added = Object.fromEntries([names].flat().map((name) => [name, size]));
  return { path, metadata: { ...metadata, sizes: { ...metadata.sizes, ...added } } };
}
