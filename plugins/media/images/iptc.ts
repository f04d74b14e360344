const RESOURCE = '8BIM';
/** The resource of a Photoshop block that holds the data sets. */
const IPTC_RESOURCE = 0x0404;
const DATA_SET = 0x1c;
/** The record of data sets that describe a picture. */
const APPLICATION_RECORD = 2;

/** Reads the data sets that describe a picture, by number, each with all its values; as much as can be read. */
export function readIptc(block: Uint8Array): Map<number, string[]> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const values = new Map<number, string[]>();
  let at = startOf(bytes);
  while (at + 5 <= bytes.length && bytes[at] === DATA_SET) {
    const [record, number] = [bytes[at + 1], bytes[at + 2]!];
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    if (record === APPLICATION_RECORD) {
      values.set(number, [...(values.get(number) ?? []), decode(bytes.subarray(at + 5, end))]);
    }
    at = end;
  }
  return values;
}

/** The data sets stand by themselves, or in a resource of a Photoshop block. */
function startOf(bytes: Buffer): number {
  for (let at = bytes.indexOf(RESOURCE); at >= 0; at = bytes.indexOf(RESOURCE, at + RESOURCE.length)) {
    if (at + 7 <= bytes.length && bytes.readUInt16BE(at + 4) === IPTC_RESOURCE) {
      // A name, padded to an even length with its length before it, and four bytes of size.
      const named = 1 + (bytes[at + 6] ?? 0);
      return at + 6 + named + (named % 2) + 4;
    }
  }
  return 0;
}

/** Old programs wrote Latin-1, newer ones UTF-8. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
