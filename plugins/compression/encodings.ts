import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

/** A way to compress, by its name in `Content-Encoding`. */
export interface Encoding {
  readonly name: string;
  /** Compresses what is there as a whole. */
  whole(body: string | Buffer): Promise<Buffer>;
  /** Makes what compresses a stream. */
  stream(): Transform;
}

/** The encodings that answers are sent in, the one that is tried first at the front. */
export function encodings(brotliQuality: number): readonly Encoding[] {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };
  return [
    {
      name: 'br',
      whole: (body) => promisify(brotliCompress)(body, brotli),
      stream: () => createBrotliCompress(brotli),
    },
    { name: 'gzip', whole: (body) => promisify(gzip)(body), stream: () => createGzip() },
  ];
}
