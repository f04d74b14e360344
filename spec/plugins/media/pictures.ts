import sharp from 'sharp';

/** A picture of one colour: `picture(400, 300)` is a JPEG. */
export const picture = (
  width: number,
  height: number,
  type: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'jpeg',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#369' } })
    .toFormat(type)
    .toBuffer();

const RED = { r: 255, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 255 };

/** A JPEG whose left half is red and whose right half is blue, with EXIF data if requested. */
export async function redAndBlue(
  width: number,
  height: number,
  { orientation, exif }: { orientation?: number; exif?: Record<string, Record<string, string>> } = {},
): Promise<Buffer> {
  const left = { create: { width: width / 2, height, channels: 3 as const, background: RED } };
  const image = sharp({ create: { width, height, channels: 3, background: BLUE } })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg();
  if (exif !== undefined) image.withExif(exif);
  if (orientation !== undefined) image.withMetadata({ orientation });
  return image.toBuffer();
}

/** The colours at places of a picture, given as parts of its width and height. */
export async function coloursAt(bytes: Uint8Array, ...places: [x: number, y: number][]): Promise<string[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : `${red},${green},${blue}`;
  });
}
