import { baseName, type FileBeside } from '../media/index.ts';
import type { MetaValues } from '../meta/index.ts';
import { companionKey, isShown, type SizeNames } from './image-size.ts';

/** The key under which an attachment stores the files that were added to it, with a value for each. */
export const SIDE_FILES = '_wp_sideloaded_file';

/** The answer to a client that has added a file. */
export interface SubSize {
  readonly image_size: SizeNames;
  /** The name of the file; of one that is to be shown its path. */
  readonly file: string;
  readonly width?: number;
  readonly height?: number;
  readonly mime_type?: string;
  readonly filesize?: number;
  /** The name of the file that it is to be shown in place of. */
  readonly original_image?: string;
}

/** A file that was added to an attachment: where it lies, and what was read from its bytes. */
export interface SideFile {
  readonly path: string;
  /** Undefined for a file that another one has replaced. */
  readonly told?: SubSize;
}

/** The answer for a file, in the form that clients expect for each kind of size. */
export function subSizeOf({ path, type, size, image }: FileBeside, names: SizeNames, owner: string): SubSize {
  const file = baseName(path);
  if (companionKey(names) !== undefined) return { image_size: names, file };
  const measures = { width: image!.width, height: image!.height };
  if (isShown(names)) {
    return { image_size: names, ...measures, filesize: size, file: path, original_image: baseName(owner) };
  }
  return { image_size: names, ...measures, file, mime_type: type, filesize: size };
}

/** The files that were added to an attachment. */
export const sideFilesOf = (meta: MetaValues): SideFile[] =>
  ((meta.get(SIDE_FILES) ?? []) as unknown[]).filter(
    (value): value is SideFile => typeof value === 'object' && value !== null && 'path' in value,
  );
