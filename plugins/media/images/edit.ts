import type { Sharp } from 'sharp';
import type { RestError } from '../../../core/index.ts';
import { mediaErrors } from '../errors.ts';
import type { Dimensions } from './dimensions.ts';
import { encoded, openImage, openPixels } from './sharp.ts';

/** One change of an image: turned to the right by degrees, or cut to a part given in percent. */
export type Modifier =
  | { readonly type: 'rotate'; readonly angle: number }
  | {
      readonly type: 'crop';
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    };

/** An image of a media type that was changed. */
export interface EditedImage extends Dimensions {
  readonly bytes: Buffer;
}

/** How many times the pixels of the largest image all steps together may make. */
const MOST_WORK = 10;

/**
 * Changes an image step by step; no step may make more than `maxPixels`, which is found out before it is taken. Throws
 * the error object of the step that fails.
 */
export async function applyModifiers(
  path: string,
  type: string,
  modifiers: readonly Modifier[],
  maxPixels: number,
): Promise<EditedImage> {
  let pixels = await read(openImage(path, maxPixels), mediaErrors.rest_unknown_image_file_type);
  let work = 0;
  for (const modifier of modifiers) {
    const { data, info } = pixels;
    const made = modifier.type === 'rotate' ? pixelsTurned(info, modifier.angle) : info.width * info.height;
    work += made;
    if (made > maxPixels || work > MOST_WORK * maxPixels) throw mediaErrors.rest_image_rotation_failed();
    const image = openPixels(data, info);
    pixels =
      modifier.type === 'rotate'
        ? await read(
            image.then((each) => each.rotate(modifier.angle, { background: '#0000' })),
            mediaErrors.rest_image_rotation_failed,
          )
        : await read(
            image.then((each) => each.extract(partOf(modifier, info))),
            mediaErrors.rest_image_crop_failed,
          );
  }
  const { data, info } = pixels;
  const bytes = await encoded(await openPixels(data, info), type).toBuffer();
  return { bytes, width: info.width, height: info.height };
}

/** How many pixels an image has that is turned by degrees: its corners stand out. */
export function pixelsTurned({ width, height }: Dimensions, degrees: number): number {
  const angle = (degrees * Math.PI) / 180;
  const [across, along] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return Math.ceil(width * across + height * along) * Math.ceil(width * along + height * across);
}

async function read(image: Promise<Sharp>, failure: () => RestError) {
  try {
    return await (await image).raw().toBuffer({ resolveWithObject: true });
  } catch {
    throw failure();
  }
}

/** The part of an image that remains, in whole pixels within it. */
function partOf(crop: Extract<Modifier, { type: 'crop' }>, size: Dimensions) {
  const pixels = (percent: number, whole: number) => Math.round((whole * percent) / 100);
  const left = pixels(crop.left, size.width);
  const top = pixels(crop.top, size.height);
  const width = Math.min(pixels(crop.width, size.width), size.width - left);
  const height = Math.min(pixels(crop.height, size.height), size.height - top);
  if (width < 1 || height < 1) throw mediaErrors.rest_image_crop_failed();
  return { left, top, width, height };
}
