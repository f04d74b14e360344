/** How long a record of a tar archive is, in bytes. */
const RECORD = 512;

/** How long a name in a header may be; what is before its last slashes goes into a field of its own. */
const LONGEST_NAME = 100;

/** A tar archive, not compressed, of the files of a package by their paths within it. */
export function tarballOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...files].flatMap(([path, content]) => [
    header(`package/${path}`, content.length),
    content,
    Buffer.alloc((RECORD - (content.length % RECORD)) % RECORD),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * RECORD)]);
}

/** The header of a file in the format `ustar`. All files may be run, as package managers set that for programs anyway. */
function header(path: string, size: number): Buffer {
  const record = Buffer.alloc(RECORD);
  const split = path.length <= LONGEST_NAME ? -1 : path.indexOf('/', path.length - LONGEST_NAME - 1);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const fields: readonly (readonly [at: number, text: string])[] = [
    [0, path.slice(split + 1)],
    [100, octal(0o755, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(0, 11)],
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\u000000'],
    [345, path.slice(0, Math.max(split, 0))],
  ];
  for (const [at, text] of fields) record.write(text, at, 'latin1');
  const sum = record.reduce((total, byte) => total + byte, 0);
  record.write(octal(sum, 6), 148, 'latin1');
  return record;
}
