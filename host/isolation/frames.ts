/** The bytes of the length before each message between the host and a process. */
const HEADER = 4;

/** A message as bytes, after its length. */
export function frameOf(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(HEADER + size);
  frame.writeUInt32BE(size);
  frame.write(text, HEADER);
  return frame;
}

/** Takes messages out of bytes as they arrive. */
export class FrameReader {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #size = 0;

  /** @param most - The most bytes of a message; a longer one is an error before it has arrived. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The messages that have arrived whole with these bytes; throws a `RangeError` for one that is too long. */
  read(chunk: Buffer): string[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const texts: string[] = [];
    while (this.#size >= HEADER) {
      if (this.#chunks[0]!.length < HEADER) this.#join();
      const size = this.#chunks[0]!.readUInt32BE();
      if (size > this.#most) throw new RangeError(`has sent a message that is larger than ${this.#most} bytes`);
      if (this.#size < HEADER + size) break;
      this.#join();
      const [bytes] = this.#chunks as [Buffer];
      texts.push(bytes.toString('utf8', HEADER, HEADER + size));
      this.#chunks = [bytes.subarray(HEADER + size)];
      this.#size -= HEADER + size;
    }
    return texts;
  }

  #join(): void {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
  }
}
