import type { Readable } from 'node:stream';
import { serviceToken } from '../../../core/index.ts';

/** Part of a stored file: the first and the last byte, both within it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The data of a stored file. */
export interface StoredFile {
  /** In bytes. */
  readonly size: number;
  readonly modified: Date;
}

/**
 * The storage of files. Paths are relative, with `/` between their parts: `2026/11/photo.jpg`; one that leads
 * elsewhere is a `TypeError`.
 */
export interface MediaStorage {
  /** Stores bytes under a path that is free; false, and nothing is stored, when it is taken. Uses a stream up. */
  put(path: string, bytes: Readable | Uint8Array): Promise<boolean>;
  /** The bytes of a file, or a part of them. Throws when there is none. */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /** The data of a file; null when there is none. */
  stat(path: string): Promise<StoredFile | null>;
  exists(path: string): Promise<boolean>;
  /** Removes a file; does nothing when there is none. */
  delete(path: string): Promise<void>;
  /** How many bytes are stored in all. */
  usage(): Promise<number>;
  /** The address of a file. */
  url(path: string): string;
  /** An address that lets anyone read a file for a time, to which clients are led; left out where the site sends files. */
  readonly signedUrl?: ((path: string) => Promise<string>) | undefined;
}

/** A stored file as it is listed. */
export interface ListedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** A storage that can list what it holds. */
export interface ListedStorage extends MediaStorage {
  /** All files, each once; hidden ones are none of them. */
  list(): AsyncIterable<ListedFile>;
}

/** How many bytes listed files have in all. */
export async function totalSize(files: AsyncIterable<ListedFile>): Promise<number> {
  let total = 0;
  for await (const { size } of files) total += size;
  return total;
}

/** The token of the storage of files. */
export const MediaStorage = serviceToken('media-storage', {
  requiredPermissions: 'content:write',
  reads: ['read', 'stat', 'exists', 'usage', 'url', 'signedUrl'],
});

/** The token of the files of the local disk, which are there also where another storage is in use. */
export const DiskFiles = serviceToken<ListedStorage>('disk-files', { requiredPermissions: 'files', provider: 'files' });

declare module '../../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'media-storage': MediaStorage;
    'disk-files': ListedStorage;
  }
}
