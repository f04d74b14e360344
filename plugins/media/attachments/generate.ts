import type { Logger, PluginHooks } from '../../../core/index.ts';
import { constrain, type ImageSize } from '../images/dimensions.ts';
import type { InspectedImage } from '../images/inspect.ts';
import {
  type ImageOutput,
  type MadeImage,
  makeImage,
  makeSize,
  possibleSizes,
  type SourceImage,
} from '../images/make-sizes.ts';
import type { ImageQueue } from '../images/sharp.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import { baseName, withSuffix } from '../storage/paths.ts';
import type { AttachmentMetadata, StoredSize } from './metadata.ts';

/** The services that processing files needs. */
export interface ImageDependencies {
  readonly hooks: PluginHooks;
  readonly log: Logger;
  readonly storage: MediaStorage;
  readonly queue: ImageQueue;
  /** The most pixels that an image may have. */
  readonly maxPixels: number;
  /** The sizes of the site. */
  sizes(): Map<string, ImageSize>;
  /** How they are written. */
  readonly output: ImageOutput;
}

/** An image with more pixels than this on a side is shown in a smaller copy. */
const BIG_IMAGE = 2560;
/** Copies of these could be larger than the image itself. */
const NEVER_SCALED: ReadonlySet<string> = new Set(['image/png']);

/** The result of processing a file. */
export interface GeneratedFile {
  /** The path of the file that is shown. */
  readonly path: string;
  readonly metadata: AttachmentMetadata;
}

/** The metadata of a stored image that is shown as it is, with no sizes. */
export function describeImage(
  { path, width, height }: SourceImage,
  { meta }: InspectedImage,
  filesize: number,
): GeneratedFile {
  return { path, metadata: { width, height, file: path, filesize, sizes: {}, image_meta: meta } };
}

/**
 * Works out the metadata of a stored image and makes its sizes. A large or turned one gets a copy that is shown in
 * its place. A size that cannot be made is left out, and logged.
 */
export function generateImage(
  source: SourceImage,
  image: InspectedImage,
  filesize: number,
  dependencies: Pick<ImageDependencies, 'hooks' | 'log' | 'output' | 'queue' | 'sizes' | 'storage'>,
): Promise<GeneratedFile> {
  return dependencies.queue.run(async () => {
    const shown = await shownCopy(source, image, dependencies);
    const { path, width, height } = shown ?? source;
    const sizes = await makeSizes(source, dependencies.sizes(), dependencies);
    return {
      path,
      metadata: {
        width,
        height,
        file: path,
        filesize: shown?.filesize ?? filesize,
        sizes: Object.fromEntries(sizes),
        image_meta: shown !== undefined && image.isTurned ? { ...image.meta, orientation: 1 } : image.meta,
        ...(shown === undefined ? {} : { original_image: baseName(source.path) }),
      },
    };
  });
}

/** Makes an image in these sizes, as far as they are smaller; the sizes that were made, by name. */
export async function makeSizes(
  source: SourceImage,
  sizes: ReadonlyMap<string, ImageSize>,
  { storage, log, output }: Pick<ImageDependencies, 'log' | 'output' | 'storage'>,
): Promise<Map<string, StoredSize>> {
  const made = new Map<string, StoredSize>();
  for (const name of possibleSizes(source, sizes)) {
    try {
      const size = await makeSize(source, sizes.get(name)!, storage, output);
      if (size !== undefined) made.set(name, size);
    } catch (error) {
      log.warn({ err: error, path: source.path, size: name }, 'a size of an image could not be made');
    }
  }
  return made;
}

async function shownCopy(
  source: SourceImage,
  image: InspectedImage,
  { hooks, storage, log, output }: Pick<ImageDependencies, 'hooks' | 'log' | 'output' | 'storage'>,
): Promise<MadeImage | undefined> {
  const { width, height, path, type } = source;
  const limit = hooks.filter('big_image_size_threshold').call(BIG_IMAGE, { width, height, type }, path);
  const isBig = limit > 0 && Math.max(width, height) > limit && !NEVER_SCALED.has(type);
  if (!isBig && !image.isTurned) return undefined;
  const scaled = isBig ? { ...constrain(source, { width: limit, height: limit }), crop: false } : undefined;
  try {
    const copy = { path: withSuffix(path, isBig ? '-scaled' : '-rotated'), type };
    return await makeImage(source, scaled, copy, storage, output);
  } catch (error) {
    log.warn({ err: error, path }, 'a copy of an image could not be made');
    return undefined;
  }
}
