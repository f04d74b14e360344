import type { StoredSize } from '../attachments/metadata.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import { baseName, splitName, withSuffix } from '../storage/paths.ts';
import { type Dimensions, type ImageSize, measuresIn } from './dimensions.ts';
import { encoded, openImage, withMetadata } from './sharp.ts';

/** An image on the local disk, of which others are made. */
export interface SourceImage extends Dimensions {
  readonly localPath: string;
  /** Where the image is stored; its sizes lie beside it. */
  readonly path: string;
  /** The media type. */
  readonly type: string;
  readonly maxPixels: number;
}

/** How images are written that are made of others. */
export interface ImageOutput {
  /** The media type of the sizes of an image of a media type. */
  readonly typeOf: (path: string, type: string) => string;
  /** Whether what cameras and photographers wrote into an image is left out. */
  readonly stripsMeta: () => boolean;
}

/** The extensions of the media types that sizes are made in. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
]);

/** The media types that images are written in. */
export const WRITABLE_TYPES = [...EXTENSIONS.keys()];

/** Whether images can be written in a media type. */
export const isWritable = (type: string): boolean => EXTENSIONS.has(type);

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
 * Makes an image in one size and stores it as `photo-300x225.jpg`, or in another type as `photo-300x225-jpg.webp`, which
 * is the name of no size of another image; undefined where it would not be smaller. A file of that name that an
 * interrupted run has left is replaced.
 */
export async function makeSize(
  source: SourceImage,
  size: ImageSize,
  storage: MediaStorage,
  output: ImageOutput,
): Promise<StoredSize | undefined> {
  const measures = measuresIn(source, size);
  if (measures === undefined) return undefined;
  const target = { ...measures, crop: size.crop };
  const type = output.typeOf(source.path, source.type);
  const path = inType(withSuffix(source.path, `-${target.width}x${target.height}`), source.type, type);
  const { width, height, filesize } = await makeImage(source, target, { path, type }, storage, output);
  return { file: baseName(path), width, height, 'mime-type': type, filesize };
}

/** The path of a size in its type. */
function inType(path: string, from: string, to: string): string {
  if (from === to) return path;
  const extension = splitName(baseName(path)).extension;
  return `${path.slice(0, path.length - extension.length)}-${extension.slice(1)}.${EXTENSIONS.get(to)}`;
}

/** Makes an image with other measures, or only turns it upright, and stores it under a path in a media type. */
export async function makeImage(
  source: SourceImage,
  target: ImageSize | undefined,
  { path, type }: { readonly path: string; readonly type: string },
  storage: MediaStorage,
  { stripsMeta }: Pick<ImageOutput, 'stripsMeta'>,
): Promise<MadeImage> {
  let image = await openImage(source.localPath, source.maxPixels);
  if (target !== undefined) {
    const { width, height, crop } = target;
    image = image.resize({ width, height, fit: crop ? 'cover' : 'fill' });
  }
  if (!stripsMeta()) image = withMetadata(image);
  const { data, info } = await encoded(image, type).toBuffer({ resolveWithObject: true });
  if (!(await storage.put(path, data))) {
    await storage.delete(path);
    await storage.put(path, data);
  }
  return { path, width: info.width, height: info.height, filesize: data.length };
}
