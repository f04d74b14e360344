import { type EndpointArgument, RestError, validateRequestArg } from '../../core/index.ts';
import type { AttachmentMetadata, Dimensions, ImageSize, LocalFile } from '../media/index.ts';
import { clientMediaErrors as errors } from './errors.ts';

/** One size, or several that share one file. */
export type SizeNames = string | readonly string[];

/** Files that accompany a file, and the keys of the metadata that name them. */
export const COMPANIONS: ReadonlyMap<string, string> = new Map([
  ['source_original', 'source_image'],
  ['animated_video', 'animated_video'],
  ['animated_video_poster', 'animated_video_poster'],
]);

/** The file that is shown in place of the file that was uploaded: upright, or smaller. */
const SHOWN: ReadonlySet<string> = new Set(['original', 'scaled']);
/** The picture of the first page of a document; a size like any other otherwise. */
const FULL = 'full';
/** Clients round measures in other ways. */
const TOLERANCE = 1;

/** Whether a file of this size is shown in place of the one that was uploaded. */
export const isShown = (names: SizeNames): boolean => typeof names === 'string' && SHOWN.has(names);

/** The key of the metadata that names a file which accompanies another one; undefined for sizes. */
export const companionKey = (names: SizeNames): string | undefined =>
  typeof names === 'string' ? COMPANIONS.get(names) : undefined;

const NAMES = {
  type: ['string', 'array'] as const,
  items: { type: 'string' as const, minLength: 1 },
  minItems: 1,
  maxItems: 100,
  minLength: 1,
};

/** The argument that says what a file is for, among the sizes of the site. */
export const sizeArgument = (sizes: () => ReadonlyMap<string, ImageSize>): EndpointArgument => ({
  ...NAMES,
  description: 'The size that the file is of; several names where sizes share it.',
  required: true,
  validate_callback: (value, request, param) => {
    const verdict = validateRequestArg(value, request, param);
    if (verdict !== true) return verdict;
    const isKnown = (name: unknown) => name === FULL || sizes().has(String(name));
    const isFitting = Array.isArray(value)
      ? value.every(isKnown)
      : isKnown(value) || SHOWN.has(String(value)) || COMPANIONS.has(String(value));
    return isFitting || new RestError('rest_not_in_enum', `${param} names no size of an image.`, { param });
  },
});

/** The entries that name the files to be taken. */
export const subSizesArgument: EndpointArgument = {
  description: 'What the answers to the files told, of those that are to be taken.',
  type: 'array',
  default: [],
  maxItems: 100,
  items: {
    type: 'object',
    properties: {
      image_size: { ...NAMES, description: 'The size that the file is of.', required: true },
      file: { type: 'string', minLength: 1, description: 'The file.' },
      width: { type: 'integer', minimum: 1, description: 'As the file has it.' },
      height: { type: 'integer', minimum: 1, description: 'As the file has it.' },
      mime_type: { type: 'string', description: 'As the file has it.' },
      filesize: { type: 'integer', minimum: 1, description: 'As the file has it.' },
      original_image: { type: 'string', minLength: 1, description: 'The file that is shown no longer.' },
    },
  },
};

/** The attachment that a file is added to. */
export interface SizeOwner {
  readonly mimeType: string;
  readonly metadata: AttachmentMetadata;
  readonly sizes: ReadonlyMap<string, ImageSize>;
}

/** Throws for a file whose bytes are not what its size asks for. */
export function checkSize(
  { type, image }: LocalFile,
  names: SizeNames,
  { mimeType, metadata, sizes }: SizeOwner,
): void {
  if (names === 'animated_video') {
    if (mimeType !== 'image/gif' || !type.startsWith('video/')) throw errors.rest_upload_invalid_image();
    return;
  }
  const isSource = names === 'source_original' && type.startsWith('image/');
  if (isSource) return;
  if (image === undefined || (isShown(names) && !mimeType.startsWith('image/'))) {
    throw errors.rest_upload_invalid_image();
  }
  const limits = [names].flat().flatMap((name) => sizes.get(name) ?? []);
  if (limits.some((size) => !fits(image, size))) throw errors.rest_upload_dimension_mismatch();
  if (names === 'original' && !isTurned(image, metadata)) throw errors.rest_upload_dimension_mismatch();
}

const fits = (image: Dimensions, size: Dimensions): boolean =>
  [[image.width, size.width] as const, [image.height, size.height] as const].every(
    ([actual, most]) => most === 0 || actual <= most + TOLERANCE,
  );

/** Whether an image is as large as another one, or as that one lying on its side. */
function isTurned(image: Dimensions, { width, height }: AttachmentMetadata): boolean {
  if (width === undefined || height === undefined) return true;
  return (image.width === width && image.height === height) || (image.width === height && image.height === width);
}
