import { splitName } from '../storage/paths.ts';
import { extensionOf, extensionOfType } from './mime-types.ts';
import { sniffType } from './sniff.ts';

/** A file whose type is known and allowed. */
export interface CheckedFile {
  /** The name, with another extension where the bytes are an image of another type than it says. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
}

/** Types whose bytes are known by other names too. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['image/apng'],
  'image/x-icon': ['image/vnd.microsoft.icon'],
  'image/heic': ['image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  'application/ttaf+xml': ['text/xml', 'application/xml'],
  'application/java': ['application/java-vm'],
  'application/x-gzip': ['application/gzip'],
  'application/rar': ['application/x-rar-compressed'],
  'application/rtf': ['text/rtf'],
  'application/javascript': ['text/plain', 'text/html'],
  'application/octet-stream': ['image/vnd.adobe.photoshop', 'image/x-xcf'],
  'video/x-ms-asf': ['application/vnd.ms-asf'],
  'video/x-ms-wmv': ['application/vnd.ms-asf'],
  'audio/x-ms-wma': ['application/vnd.ms-asf'],
  'audio/ogg': ['application/ogg', 'video/ogg'],
  'video/ogg': ['application/ogg', 'audio/ogg'],
  'audio/mpeg': ['video/mp4', 'video/quicktime'],
  'audio/x-matroska': ['video/matroska'],
  'audio/x-realaudio': ['application/vnd.rn-realmedia'],
};

const NOT_SPECIFIC: ReadonlySet<string> = new Set(['application/octet-stream', 'application/zip', 'application/x-cfb']);
const OFTEN_BINARY: ReadonlySet<string> = new Set(['application', 'video', 'audio']);
const PLAIN_TEXT: ReadonlySet<string> = new Set([
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
  'text/calendar',
  'text/richtext',
  'text/css',
  'text/vtt',
  'text/html',
]);

const familyOf = (type: string): string => type.slice(0, type.indexOf('/'));

/**
 * Finds the type of a file from its bytes and matches it with its name's extension. Undefined when the extension is
 * not among the allowed ones, or the bytes are something else than it says.
 */
export async function checkFile(
  file: string,
  name: string,
  allowed: ReadonlyMap<string, string>,
): Promise<CheckedFile | undefined> {
  const claimed = allowed.get(extensionOf(name));
  if (claimed === undefined) return undefined;
  const found = await sniffType(file);
  if (claimed.toLowerCase() === found || SAME[claimed]?.includes(found)) return { name, type: claimed };
  if (familyOf(claimed) === 'image') return asImage(name, found, allowed);
  return fits(claimed, found) ? { name, type: claimed } : undefined;
}

/** An image of another type than its name says gets the extension that is right. */
function asImage(name: string, found: string, allowed: ReadonlyMap<string, string>): CheckedFile | undefined {
  const extension = familyOf(found) === 'image' ? extensionOfType(found) : undefined;
  const type = extension === undefined ? undefined : allowed.get(extension);
  return type === undefined ? undefined : { name: `${splitName(name).stem}.${extension}`, type };
}

function fits(claimed: string, found: string): boolean {
  const family = familyOf(claimed);
  if (NOT_SPECIFIC.has(found)) return OFTEN_BINARY.has(family);
  if (familyOf(found) === 'video' || familyOf(found) === 'audio') return familyOf(found) === family;
  return found === 'text/plain' && PLAIN_TEXT.has(claimed);
}
