/** The value of one EXIF tag: a text, or numbers; fractions are divided out. */
type TagValue = string | readonly number[];

const EXIF_DIRECTORY = 0x8769;
const MAX_ENTRIES = 512;
/** Bytes of a value by its type: byte, text, short, long, fraction, and their signed kin. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 8: 2, 9: 4, 10: 8 };
/** No field that is looked for is longer, in bytes. */
const MAX_VALUE = 64 * 1024;

/** Reads the tags of an EXIF block, by number; as much of it as can be read. */
export function readExif(block: Uint8Array): Map<number, TagValue> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  const tiff = bytes.toString('latin1', 0, 6) === 'Exif\0\0' ? bytes.subarray(6) : bytes;
  const tags = new Map<number, TagValue>();
  try {
    const reader = new TiffReader(tiff);
    reader.readDirectory(reader.long(4), tags);
    const [more] = tags.get(EXIF_DIRECTORY) ?? [];
    if (typeof more === 'number') reader.readDirectory(more, tags);
  } catch (error) {
    // A block that ends too early is broken; what was read of it stands.
    if (!(error instanceof RangeError)) throw error;
  }
  return tags;
}

class TiffReader {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#isLittle = bytes.toString('latin1', 0, 2) === 'II';
  }

  readDirectory(offset: number, tags: Map<number, TagValue>): void {
    const count = Math.min(this.#short(offset), MAX_ENTRIES);
    for (let index = 0; index < count; index++) {
      const entry = offset + 2 + 12 * index;
      const value = this.#value(entry);
      if (value !== undefined) tags.set(this.#short(entry), value);
    }
  }

  long(offset: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(offset) : this.#bytes.readUInt32BE(offset);
  }

  #short(offset: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(offset) : this.#bytes.readUInt16BE(offset);
  }

  #signed(offset: number): number {
    return this.long(offset) | 0;
  }

  #value(entry: number): TagValue | undefined {
    const type = this.#short(entry + 2);
    const count = this.long(entry + 4);
    const size = SIZES[type];
    if (size === undefined || count * size > MAX_VALUE) return undefined;
    const start = count * size <= 4 ? entry + 8 : this.long(entry + 8);
    if (size === 1) return this.#bytes.toString('latin1', start, start + count);
    return Array.from({ length: count }, (_, index) => this.#number(type, start + index * size));
  }

  #number(type: number, offset: number): number {
    switch (type) {
      case 3:
      case 8:
        return this.#short(offset);
      case 5:
        return this.long(offset) / this.long(offset + 4);
      case 10:
        return this.#signed(offset) / this.#signed(offset + 4);
      default:
        return this.long(offset);
    }
  }
}
