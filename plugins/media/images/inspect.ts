import type { Dimensions } from './dimensions.ts';
import { type ImageMeta, imageMeta } from './image-meta.ts';
import { openImage } from './sharp.ts';

/** What is known of an image once its head was read. */
export interface InspectedImage extends Dimensions {
  /** Whether its EXIF orientation says that it is stored turned. Width and height are those of the upright image. */
  readonly isTurned: boolean;
  readonly meta: ImageMeta;
}

/** The media types of images that sizes are made of. */
export const SCALABLE: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
]);

/** Reads the head of an image. Throws when it is no image, or has more pixels than `maxPixels`. */
export async function inspectImage(path: string, maxPixels: number): Promise<InspectedImage> {
  const image = await openImage(path, maxPixels);
  const { width, height, autoOrient, orientation = 1, exif, iptc } = await image.metadata();
  const upright = autoOrient ?? { width, height };
  return { width: upright.width, height: upright.height, isTurned: orientation > 1, meta: imageMeta({ exif, iptc }) };
}
