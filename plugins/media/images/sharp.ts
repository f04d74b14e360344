import type { OutputInfo, Sharp } from 'sharp';

type SharpFactory = typeof import('sharp')['default'];

/** Loaded with the first image: most of what a site does needs none. */
let loading: Promise<SharpFactory> | undefined;

function load(): Promise<SharpFactory> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Files come once each; cached data of one is of no use for the next.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** How long work on one image may take, in seconds. */
const LONGEST = 60;

/** Opens an image, upright as its EXIF orientation says; reading it fails where it has more pixels than `maxPixels`. */
export async function openImage(path: string, maxPixels: number): Promise<Sharp> {
  const sharp = await load();
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true })
    .autoOrient()
    .timeout({ seconds: LONGEST });
}

/** Opens an image that is at hand as bare pixels. */
export async function openPixels(
  bytes: Uint8Array,
  { width, height, channels }: Pick<OutputInfo, 'width' | 'height' | 'channels'>,
): Promise<Sharp> {
  const sharp = await load();
  return sharp(bytes, { raw: { width, height, channels }, limitInputPixels: false });
}

const JPEG_QUALITY = 82;
const WEBP_QUALITY = 86;

/** Has what cameras and photographers wrote into an image stay in what is made of it, but for how it is turned. */
export const withMetadata = (image: Sharp): Sharp => image.keepMetadata();

/** Sets how an image of a media type is written. */
export function encoded(image: Sharp, type: string): Sharp {
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({ quality: JPEG_QUALITY });
    case 'image/webp':
      return image.webp({ quality: WEBP_QUALITY });
    case 'image/png':
      return image.png();
    case 'image/gif':
      return image.gif();
    default:
      return image.avif();
  }
}

/** Runs work on images a few at a time, so that many uploads at once need no more memory than a few do. */
export class ImageQueue {
  readonly #limit: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
