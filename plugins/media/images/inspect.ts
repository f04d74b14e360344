import type { Dimensions } from './dimensions.ts';
import { type ImageMeta, imageMeta } from './image-meta.ts';
import { openImage } from './sharp.ts';

/** The data of an image that its head holds. */
export interface InspectedImage extends Dimensions {
  /** Whether its EXIF orientation says that it is stored turned. Width and height are those of the upright image. */
  readonly isTurned: boolean;
  readonly meta: ImageMeta;
}

/** The media types of images that sizes are made of, with the formats that they are read as. */
export const SCALABLE: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'heif'],
]);

/** Reads the head of an image of a media type. Throws when it is no such image, or has more pixels than `maxPixels`. */
export async function inspectImage(path: string, type: string, maxPixels: number): Promise<InspectedImage> {
  const image = await openImage(path, maxPixels);
  const { format, width, height, autoOrient, orientation = 1, exif, iptc } = await image.metadata();
  if (format !== SCALABLE.get(type)) throw new TypeError(`the image is not of the type ${type}`);
  const upright = autoOrient ?? { width, height };
  return { width: upright.width, height: upright.height, isTurned: orientation > 1, meta: imageMeta({ exif, iptc }) };
}
