import type { ByteRange } from '../storage/media-storage.ts';

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Reads a `Range` header for a file of a size: the range to send, `'whole'` where the header asks for none that is
 * served (several ranges, other units), `'unsatisfiable'` for one that lies outside the file.
 */
export function readRange(header: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = ONE_RANGE.exec(header.trim()) ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
