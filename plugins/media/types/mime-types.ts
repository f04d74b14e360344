import { splitName } from '../storage/paths.ts';

/** The media types of files by extension, as the reference allows them: what each extension stands for. */
const TABLE = `
image/jpeg jpg jpeg jpe
image/gif gif
image/png png
image/bmp bmp
image/tiff tiff tif
image/webp webp
image/avif avif
image/x-icon ico
image/heic heic
video/x-ms-asf asf asx
video/x-ms-wmv wmv
video/x-ms-wmx wmx
video/x-ms-wm wm
video/avi avi
video/divx divx
video/x-flv flv
video/quicktime mov qt
video/mpeg mpeg mpg mpe
video/mp4 mp4 m4v
video/ogg ogv
video/webm webm
video/x-matroska mkv
video/3gpp 3gp 3gpp
video/3gpp2 3g2 3gp2
text/plain txt asc c cc h srt
text/csv csv
text/tab-separated-values tsv
text/calendar ics
text/richtext rtx
text/css css
text/html htm html
text/vtt vtt
application/ttaf+xml dfxp
audio/mpeg mp3 m4a m4b
audio/aac aac
audio/x-realaudio ra ram
audio/wav wav
audio/ogg ogg oga
audio/flac flac
audio/midi mid midi
audio/x-ms-wma wma
audio/x-ms-wax wax
audio/x-matroska mka
application/rtf rtf
application/javascript js
application/pdf pdf
application/java class
application/x-tar tar
application/zip zip
application/x-gzip gz gzip
application/rar rar
application/x-7z-compressed 7z
application/octet-stream psd xcf
application/msword doc
application/vnd.ms-powerpoint pot pps ppt
application/vnd.ms-write wri
application/vnd.ms-excel xla xls xlt xlw
application/vnd.ms-access mdb
application/vnd.ms-project mpp
application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
application/vnd.ms-word.document.macroEnabled.12 docm
application/vnd.openxmlformats-officedocument.wordprocessingml.template dotx
application/vnd.ms-word.template.macroEnabled.12 dotm
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
application/vnd.ms-excel.sheet.macroEnabled.12 xlsm
application/vnd.ms-excel.sheet.binary.macroEnabled.12 xlsb
application/vnd.openxmlformats-officedocument.spreadsheetml.template xltx
application/vnd.ms-excel.template.macroEnabled.12 xltm
application/vnd.ms-excel.addin.macroEnabled.12 xlam
application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
application/vnd.ms-powerpoint.presentation.macroEnabled.12 pptm
application/vnd.openxmlformats-officedocument.presentationml.slideshow ppsx
application/vnd.ms-powerpoint.slideshow.macroEnabled.12 ppsm
application/vnd.openxmlformats-officedocument.presentationml.template potx
application/vnd.ms-powerpoint.template.macroEnabled.12 potm
application/vnd.ms-powerpoint.addin.macroEnabled.12 ppam
application/vnd.openxmlformats-officedocument.presentationml.slide sldx
application/vnd.ms-powerpoint.slide.macroEnabled.12 sldm
application/onenote onetoc onetoc2 onetmp onepkg
application/oxps oxps
application/vnd.ms-xpsdocument xps
application/vnd.oasis.opendocument.text odt
application/vnd.oasis.opendocument.presentation odp
application/vnd.oasis.opendocument.spreadsheet ods
application/vnd.oasis.opendocument.graphics odg
application/vnd.oasis.opendocument.chart odc
application/vnd.oasis.opendocument.database odb
application/vnd.oasis.opendocument.formula odf
application/wordperfect wp wpd
application/vnd.apple.keynote key
application/vnd.apple.numbers numbers
application/vnd.apple.pages pages
`;

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.split(' ') as [string, ...string[]]);

/** Every media type by extension, without the dot. */
export const MIME_TYPES: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([type, ...extensions]) => extensions.map((extension) => [extension, type] as const)),
);

/** The media types of fonts by extension. They are served, but no upload of a file may have them. */
export const FONT_TYPES: ReadonlyMap<string, string> = new Map(
  ['otf', 'ttf', 'woff', 'woff2'].map((extension) => [extension, `font/${extension}`]),
);

/** Types that only those may upload who may write any markup: a browser would run them. */
const MARKUP: ReadonlySet<string> = new Set(['htm', 'html', 'js']);

/** The types that an upload may have, by extension. */
export const allowedTypes = (unfilteredHtml: boolean): Map<string, string> =>
  new Map([...MIME_TYPES].filter(([extension]) => unfilteredHtml || !MARKUP.has(extension)));

/** The extension of a name in lower case, without its dot; empty when it has none. */
export const extensionOf = (name: string): string => splitName(name).extension.slice(1).toLowerCase();

/** The media type that a name's extension stands for. */
export const typeOfName = (name: string): string | undefined => MIME_TYPES.get(extensionOf(name));

/** The usual extension of a media type. */
export const extensionOfType = (type: string): string | undefined => rows.find(([each]) => each === type)?.[1];
