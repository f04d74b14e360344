import type { ImageMeta } from '../images/image-meta.ts';

/** One size of an image, as it is stored. */
export interface StoredSize {
  /** The file's name; it lies where the image lies. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly 'mime-type': string;
  /** In bytes; absent where older systems stored it. */
  readonly filesize?: number;
}

/** The stored metadata of a file, under {@link METADATA}. Images have all of it. */
export interface AttachmentMetadata {
  readonly width?: number;
  readonly height?: number;
  /** The path of the file that is shown. */
  readonly file?: string;
  /** In bytes. */
  readonly filesize?: number;
  readonly sizes?: Readonly<Record<string, StoredSize>>;
  readonly image_meta?: ImageMeta;
  /** The name of the file that was uploaded, where a smaller or upright one is shown in its place. */
  readonly original_image?: string;
  /** The image that this one was made of by editing. */
  readonly parent_image?: { readonly attachment_id: number; readonly file: string };
  readonly [other: string]: unknown;
}

/** The key under which an attachment stores the path of its file. */
export const FILE = '_wp_attached_file';
/** The key under which an attachment stores the metadata of its file. */
export const METADATA = '_wp_attachment_metadata';
/** The key under which an image stores its alternative text. */
export const ALT_TEXT = '_wp_attachment_image_alt';

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads stored metadata; whatever is no map counts as none. */
export const readMetadata = (stored: unknown): AttachmentMetadata => (isMap(stored) ? stored : {});

/** The sizes of an image that have a file. An empty map may have been stored as a list. */
export function sizesOf({ sizes }: AttachmentMetadata): Map<string, StoredSize> {
  const entries = isMap(sizes) ? (Object.entries(sizes) as [string, StoredSize][]) : [];
  return new Map(entries.filter(([, size]) => isMap(size) && typeof size.file === 'string'));
}
