/** Measures in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** What an image is made to fit in: 0 leaves a side open. */
export interface ImageSize extends Dimensions {
  /** Whether the surplus is cut off around the middle, so that the size is met exactly. */
  readonly crop: boolean;
}

/** Measures that differ by no more than this count as equal. */
const TOLERANCE = 1;

/** Fits measures into others without changing their proportions; a side of 0 sets no limit. */
export function constrain(from: Dimensions, to: Dimensions): Dimensions {
  if (to.width === 0 && to.height === 0) return from;
  const isWider = to.width > 0 && from.width > to.width;
  const isHigher = to.height > 0 && from.height > to.height;
  const ratios = [isWider ? to.width / from.width : 1, isHigher ? to.height / from.height : 1];
  const larger = Math.max(...ratios);
  const isTooLarge = Math.round(from.width * larger) > to.width || Math.round(from.height * larger) > to.height;
  const ratio = isTooLarge ? Math.min(...ratios) : larger;
  const width = Math.max(1, Math.round(from.width * ratio));
  const height = Math.max(1, Math.round(from.height * ratio));
  // Rounding may leave a side one pixel short of its limit.
  return {
    width: isWider && width === to.width - 1 ? to.width : width,
    height: isHigher && height === to.height - 1 ? to.height : height,
  };
}

/** The measures that an image gets in a size; undefined where they would not be smaller. */
export function measuresIn(from: Dimensions, size: ImageSize): Dimensions | undefined {
  const to = size.crop ? cropped(from, size) : constrain(from, size);
  const isSame = Math.abs(to.width - from.width) <= TOLERANCE && Math.abs(to.height - from.height) <= TOLERANCE;
  return isSame ? undefined : to;
}

function cropped(from: Dimensions, size: Dimensions): Dimensions {
  const aspect = from.width / from.height;
  const width = Math.min(size.width, from.width);
  const height = Math.min(size.height, from.height);
  return { width: width || Math.round(height * aspect), height: height || Math.round(width / aspect) };
}
