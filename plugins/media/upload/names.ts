import { trimEnd } from '../../../core/text/index.ts';
import { splitName } from '../storage/paths.ts';
import { MIME_TYPES } from '../types/mime-types.ts';
import { sanitizeFileName } from './sanitize-file-name.ts';

/** How long a name may be, in bytes, so that a number and the measures of a size find room behind it. */
const MAX_STEM = 200;
/** How names end that sizes and edits of an image are given: another file must not take one. */
const RESERVED = /-(?:\d+x\d+(?:-(?:jpe?g|jpe|png|gif|webp|avif))?|scaled|rotated)$/;

const EXTENSIONS: ReadonlySet<string> = new Set(MIME_TYPES.keys());

/** A name that is safe to store, made of the one that a client gave; a path's last part counts. */
export function safeName(given: string): string {
  const name = sanitizeFileName(given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1), EXTENSIONS);
  const { stem, extension } = splitName(name);
  // A character that is cut through would be written as another one.
  const short = trimEnd(Buffer.from(stem).subarray(0, MAX_STEM).toString(), '\ufffd');
  // Sizes and other systems of files know one spelling of an extension.
  return `${short || 'file'}${extension.toLowerCase()}`;
}

/**
 * Stores a file in a folder under its name, or with a number behind it where that is taken: `photo-1.jpg`. Answers
 * with the path that it got. What is made of the file `owner` may be named as its sizes are.
 */
export async function storeUnderFreeName(
  folder: string,
  name: string,
  put: (path: string) => Promise<boolean>,
  owner?: string,
): Promise<string> {
  const { stem, extension } = splitName(name);
  const isReserved =
    RESERVED.test(stem) && (owner === undefined || stem.replace(RESERVED, '') !== splitName(owner).stem);
  for (let number = isReserved ? 1 : 0; ; number++) {
    const path = `${folder}${stem}${number === 0 ? '' : `-${number}`}${extension}`;
    if (await put(path)) return path;
  }
}
