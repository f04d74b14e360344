import type { StoredSize } from '../attachments/metadata.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import { baseName, withSuffix } from '../storage/paths.ts';
import { type Dimensions, type ImageSize, measuresIn } from './dimensions.ts';
import { encoded, openImage } from './sharp.ts';

/** An image on the local disk, of which others are made. */
export interface SourceImage extends Dimensions {
  readonly localPath: string;
  /** Where the image is stored; its sizes lie beside it. */
  readonly path: string;
  /** The media type. */
  readonly type: string;
  readonly maxPixels: number;
}

/** An image that was made and stored. */
export interface MadeImage extends Dimensions {
  readonly path: string;
  readonly filesize: number;
}

/** Which sizes of an image are smaller than itself. */
export function possibleSizes(from: Dimensions, sizes: ReadonlyMap<string, ImageSize>): string[] {
  return [...sizes].filter(([, size]) => measuresIn(from, size) !== undefined).map(([name]) => name);
}

/**
 * Makes an image in one size and stores it as `photo-300x225.jpg`; undefined where it would not be smaller. A file of
 * that name that an interrupted run has left is replaced.
 */
export async function makeSize(
  source: SourceImage,
  size: ImageSize,
  storage: MediaStorage,
): Promise<StoredSize | undefined> {
  const measures = measuresIn(source, size);
  if (measures === undefined) return undefined;
  const target = { ...measures, crop: size.crop };
  const made = await makeImage(source, target, `-${target.width}x${target.height}`, storage);
  const { width, height, filesize } = made;
  return { file: baseName(made.path), width, height, 'mime-type': source.type, filesize };
}

/** Makes an image with other measures, or only turns it upright, and stores it with a suffix behind its name. */
export async function makeImage(
  source: SourceImage,
  target: ImageSize | undefined,
  suffix: string,
  storage: MediaStorage,
): Promise<MadeImage> {
  let image = await openImage(source.localPath, source.maxPixels);
  if (target !== undefined) {
    const { width, height, crop } = target;
    image = image.resize({ width, height, fit: crop ? 'cover' : 'fill' });
  }
  const { data, info } = await encoded(image, source.type).toBuffer({ resolveWithObject: true });
  const path = withSuffix(source.path, suffix);
  if (!(await storage.put(path, data))) {
    await storage.delete(path);
    await storage.put(path, data);
  }
  return { path, width: info.width, height: info.height, filesize: data.length };
}
