import { removeAccents, trimAscii } from '../../../core/text/index.ts';

/** The extensions of the files that an author may upload, when no other set is given. */
export const COMMON_EXTENSIONS: ReadonlySet<string> = new Set(
  `jpg jpeg jpe gif png bmp tiff tif webp ico heic asf asx wmv wmx wm avi divx flv mov qt mpeg mpg mpe mp4 m4v ogv webm
  mkv 3gp 3gpp 3g2 3gp2 txt asc c cc h srt csv tsv ics rtx css vtt dfxp mp3 m4a m4b aac ra ram wav ogg oga flac mid
  midi wma wax mka rtf pdf class tar zip gz gzip rar 7z psd xcf doc pot pps ppt wri xla xls xlt xlw mdb mpp docx docm
  dotx dotm xlsx xlsm xlsb xltx xltm xlam pptx pptm ppsx ppsm potx potm ppam sldx sldm onetoc onetoc2 onetmp onepkg
  oxps xps odt odp ods odg odc odb odf wp wpd key numbers pages`.split(/\s+/),
);

const SPECIAL = /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+\u2019\u00ab\u00bb\u201d\u201c\0]/g;
const GAPS = /[\r\n\t -]+/g;
const LOOKS_EXECUTABLE = /^[a-z]{2,5}\d?$/i;

/**
 * Makes a file name that is safe to store: no path, no special characters, blanks as dashes. An extension before the
 * last that `allowed` does not hold gets a `_` behind it, so that no server takes it for the file's type.
 */
export function sanitizeFileName(text: string, allowed: ReadonlySet<string> = COMMON_EXTENSIONS): string {
  const plain = removeAccents(text).replaceAll('\u00a0', ' ').replace(SPECIAL, '').replace(GAPS, '-');
  const name = trimAscii(plain, '.-_');
  if (!name.includes('.')) return allowed.has(name.toLowerCase()) ? `unnamed-file.${name}` : name;
  const [base = '', ...extensions] = name.split('.');
  const last = extensions.pop();
  return [base, ...extensions.map((part) => (isHarmless(part, allowed) ? part : `${part}_`)), last].join('.');
}

function isHarmless(extension: string, allowed: ReadonlySet<string>): boolean {
  return !LOOKS_EXECUTABLE.test(extension) || allowed.has(extension.toLowerCase());
}
