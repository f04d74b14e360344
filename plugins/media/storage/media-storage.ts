import type { Readable } from 'node:stream';
import { serviceToken } from '../../../core/index.ts';

/** Part of a stored file: the first and the last byte, both within it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What is known of a stored file. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  readonly modified: Date;
}

/**
 * Where files are kept. Paths are relative, with `/` between their parts: `2026/11/photo.jpg`; one that leads
 * elsewhere is a `TypeError`.
 */
export interface MediaStorage {
  /** Stores bytes under a path that is free; false, and nothing is stored, when it is taken. Uses a stream up. */
  put(path: string, bytes: Readable | Uint8Array): Promise<boolean>;
  /** The bytes of a file, or a part of them. Throws when there is none. */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /** What is known of a file; null when there is none. */
  stat(path: string): Promise<StoredFile | null>;
  exists(path: string): Promise<boolean>;
  /** Removes a file; one that is not there is as good as removed. */
  delete(path: string): Promise<void>;
  /** How many bytes are stored in all. */
  usage(): Promise<number>;
  /** The address of a file. */
  url(path: string): string;
}

/** The token of the place where files are kept. */
export const MediaStorage = serviceToken('media-storage', {
  needs: 'content:write',
  reads: ['read', 'stat', 'exists', 'usage', 'url'],
});

declare module '../../../core/services.ts' {
  interface ServiceCatalogue {
    'media-storage': MediaStorage;
  }
}
