import { type AttachmentMetadata, sizesOf } from '../attachments/metadata.ts';
import { baseName } from '../storage/paths.ts';
import { constrain, type Dimensions } from './dimensions.ts';

/** A file of an image that a browser may choose by its width. */
export interface ImageSource extends Dimensions {
  /** The name of the file, which lies where the image lies. */
  readonly file: string;
}

/** Measures that differ by no more than this have the same proportions. */
const TOLERANCE = 1;

/** The files of an image with their measures, in the order in which they were made; the image itself is the last. */
export function filesOf(metadata: AttachmentMetadata, path: string): ImageSource[] {
  const { width, height } = metadata;
  const whole = { file: baseName(path), width: Number(width), height: Number(height) };
  const sizes = [...sizesOf(metadata).values()].map((size) => ({
    file: size.file,
    width: Number(size.width),
    height: Number(size.height),
  }));
  return [...sizes, whole].filter((file) => file.width > 0 && file.height > 0);
}

/**
 * The files of an image that may be shown in the place of one of them, which is the first: those of its proportions and
 * of no more than the greatest width. Empty where there is no choice.
 */
export function sourcesFor(shown: ImageSource, files: readonly ImageSource[], maxWidth: number): ImageSource[] {
  const byWidth = new Map([[shown.width, shown]]);
  for (const file of files) {
    if (byWidth.has(file.width) || file.width > maxWidth || !haveSameProportions(shown, file)) continue;
    byWidth.set(file.width, file);
  }
  return byWidth.size > 1 ? [...byWidth.values()] : [];
}

function haveSameProportions(one: Dimensions, two: Dimensions): boolean {
  const [smaller, larger] = one.width < two.width ? [one, two] : [two, one];
  const fitted = constrain(larger, { width: smaller.width, height: 0 });
  return Math.abs(fitted.width - smaller.width) <= TOLERANCE && Math.abs(fitted.height - smaller.height) <= TOLERANCE;
}
