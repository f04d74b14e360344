import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  type ByteRange,
  deliveryOf,
  isStoragePath,
  type ListedFile,
  type ListedStorage,
  type StoredFile,
  totalSize,
} from '../media/index.ts';
import type { Bucket } from './bucket.ts';
import { listObjects } from './listing.ts';
import { upload } from './upload.ts';

/** How a storage names its objects and their addresses. */
export interface BucketStorageSettings {
  /** What the keys of all files begin with: empty, or a folder with a slash behind it. */
  readonly prefix: string;
  /** The address under which the files are, without a trailing slash. */
  readonly baseUrl: () => string;
  /** For how many seconds a signed address holds; 0 where files are sent through the site. */
  readonly signedFor: number;
}

/** Keeps files as objects of a bucket. A file that is stored is never changed; its name is free again once it is deleted. */
export class BucketStorage implements ListedStorage {
  readonly #bucket: Bucket;
  readonly #settings: BucketStorageSettings;
  /** Gives the address of a file in the store; undefined where files are sent through the site. */
  readonly signedUrl: ((path: string) => Promise<string>) | undefined;

  constructor(bucket: Bucket, settings: BucketStorageSettings) {
    this.#bucket = bucket;
    this.#settings = settings;
    const { signedFor } = settings;
    this.signedUrl = signedFor === 0 ? undefined : (path) => bucket.signedUrl(this.#keyOf(path), signedFor);
  }

  async put(path: string, bytes: Readable | Uint8Array): Promise<boolean> {
    try {
      const key = this.#keyOf(path);
      // A store may not know the condition by which only one of two uploads at once gets the name.
      if (await this.exists(path)) return false;
      return await upload(this.#bucket, key, bytes, deliveryOf(path));
    } finally {
      if (bytes instanceof Readable) bytes.destroy();
    }
  }

  async read(path: string, range?: ByteRange): Promise<Readable> {
    const headers: Record<string, string> = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
    const { body } = await this.#bucket.send('GET', this.#keyOf(path), { headers });
    return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream);
  }

  async stat(path: string): Promise<StoredFile | null> {
    const { status, headers } = await this.#bucket.send('HEAD', this.#keyOf(path), { expect: [404] });
    if (status === 404) return null;
    return {
      size: Number(headers.get('Content-Length') ?? 0),
      modified: new Date(headers.get('Last-Modified') ?? 0),
    };
  }

  async exists(path: string): Promise<boolean> {
    return (await this.stat(path)) !== null;
  }

  async delete(path: string): Promise<void> {
    await this.#bucket.send('DELETE', this.#keyOf(path), { expect: [404] });
  }

  async *list(): AsyncGenerator<ListedFile> {
    const { prefix } = this.#settings;
    for await (const { key, size } of listObjects(this.#bucket, prefix)) {
      const path = key.slice(prefix.length);
      if (isStoragePath(path)) yield { path, size };
    }
  }

  usage(): Promise<number> {
    return totalSize(this.list());
  }

  url(path: string): string {
    return `${this.#settings.baseUrl()}/${path}`;
  }

  #keyOf(path: string): string {
    if (!isStoragePath(path)) throw new TypeError('the path of a file may not lead out of its folder');
    return this.#settings.prefix + path;
  }
}
